import { spellingsOf } from "./spellings-of.ts";

const REDACTED = "[redacted]";

/** Keeps a value out of texts that is used once, such as a signature: it looks for its usual spellings only, so that it is cheap to make. */
export class LiteralRedactor {
  readonly #spellings: readonly string[];
  readonly #label: string;

  /** @param label what stands in its place */
  constructor(value: string, label = REDACTED) {
    this.#label = label;
    this.#spellings = spellingsOf(value);
  }

  text(text: string): string {
    return this.#spellings.reduce(
      (shown, spelling) => (shown.includes(spelling) ? shown.replaceAll(spelling, () => this.#label) : shown),
      text,
    );
  }

  headers(pairs: readonly (readonly [name: string, value: string])[]): [name: string, value: string][] {
    return pairs.map(([name, value]) => [this.text(name), this.text(value)]);
  }
}

/** The base64 of shorter ones would be found by chance. */
const MIN_ENCODED_CHARS = 16;

/** Whether a text shows a credential: as it is, and where it is long enough as hex, as base64, and escaped too. */
export function credentialFinder(value: string): (text: string) => boolean {
  if (value.length < MIN_ENCODED_CHARS) return (text) => text.includes(value);
  const redactor = new LiteralRedactor(value);
  return (text) => redactor.text(text) !== text;
}
