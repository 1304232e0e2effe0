const MASKS = ["*", "•", "…", "..", "xx", "XX", "##"];
/** A mask that hides a quarter of a shorter credential hides enough of it. */
const MIN_CHARS = 16;

/** The end or the beginning of a credential beside a mask. The mask hides a quarter at most. */
export interface MaskedForm {
  readonly rest: string;
  /** The same with each usual mask. */
  readonly texts: readonly string[];
}

/** The forms of a credential that is hidden too little. None of a short one. */
export function maskedForms(value: string): readonly MaskedForm[] {
  return Array.from({ length: mostHidden(value) }, (_, index) => index + 1).flatMap((hidden) => {
    const [end, beginning] = [value.slice(hidden), value.slice(0, -hidden)];
    return [
      { rest: end, texts: MASKS.map((mask) => `${mask}${end}`) },
      { rest: beginning, texts: MASKS.map((mask) => `${beginning}${mask}`) },
    ];
  });
}

/** The shortest end of a credential that such a form leaves. Undefined: the credential is short. */
export function shownEnd(value: string): string | undefined {
  const hidden = mostHidden(value);
  return hidden === 0 ? undefined : value.slice(hidden);
}

function mostHidden(value: string): number {
  return value.length < MIN_CHARS ? 0 : Math.floor(value.length / 4);
}
