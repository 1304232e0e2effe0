import type { Answer } from "../api/exchange/answer.ts";
import { utf8Text } from "../api/json/json.ts";
import { credentialFinder } from "../secrets/redactor.ts";
import { endBehindMask, maskedChars } from "../secrets/masked.ts";
import { type DueCredentials, dueRedactors } from "../api/credentials/due-credentials.ts";

const MIN_TELLING_CHARS = 8;
const MASKS = ["*", "•", "…", "..", "xx", "XX", "##"];

interface Credential {
  readonly merchant: string;
  readonly kind: "secret" | "API key";
  readonly isIn: (text: string) => boolean;
}

/** The credentials of the profile, to be recognised in answers. Short ones are left out: chance would find them. */
export class CredentialWatch {
  readonly #credentials: readonly Credential[];

  constructor(
    merchants: readonly { readonly name: string; readonly apiKey: string; readonly secret?: string }[],
  ) {
    this.#credentials = merchants
      .flatMap(({ name, apiKey, secret = "" }) => [
        { merchant: name, kind: "API key" as const, value: apiKey },
        { merchant: name, kind: "secret" as const, value: secret },
      ])
      .filter(({ value }) => value.length >= MIN_TELLING_CHARS)
      .flatMap(({ merchant, kind, value }) =>
        [credentialFinder(value), maskedFinder(value)].map((isIn) => ({ merchant, kind, isIn })),
      );
  }

  /** The credential that an answer shows, though its request did not carry it, or should have carried it; undefined: none. */
  shownBy(answer: Answer): string | undefined {
    return this.#shown(answer) ?? shownDue(answer);
  }

  #shown({ request, wire }: Answer): string | undefined {
    const sent = request.headers.map(([, value]) => value);
    const text = [...wire.headers.map(([, value]) => value), utf8Text(wire.body)].join("\n");
    const shown = this.#credentials.find(({ isIn }) => isIn(text) && !sent.some(isIn));
    return shown && `the ${shown.kind} of merchant ${shown.merchant}`;
  }
}

/** Whether a text shows what a mask at one end leaves of a credential, if it hides a quarter at most. */
function maskedFinder(value: string): (text: string) => boolean {
  const end = endBehindMask(value);
  if (end === undefined) return () => false;
  const most = maskedChars(value);
  const shown = Array.from({ length: most }, (_, index) => index + 1).flatMap((hidden) =>
    MASKS.flatMap((mask) => [`${mask}${value.slice(hidden)}`, `${value.slice(0, -hidden)}${mask}`]),
  );
  const parts = [end, value.slice(0, -most)];
  return (text) => parts.some((part) => text.includes(part)) && shown.some((masked) => text.includes(masked));
}

/** In any spelling that the log takes out too. */
function shownDue({ request, wire }: Answer): string | undefined {
  if (request.due === undefined) return undefined;
  const texts = [...wire.headers.map(([, value]) => value), utf8Text(wire.body)];
  const holds = (due: Partial<DueCredentials>) =>
    dueRedactors({ signatures: [], texts: [], ...due }).some((redactor) =>
      texts.some((text) => redactor.text(text) !== text),
    );
  const { signatures, texts: signed } = request.due;
  if (holds({ signatures })) return "the signature that would have been right";
  return holds({ texts: signed }) ? "the text that was to be signed" : undefined;
}
