const REDACTED = "[redacted]";

/**
 * Removes a value that is used once, such as a signature, from texts. Searches only for its usual spellings,
 * so that it is cheap to make.
 */
export class LiteralRedactor {
  readonly #spellings: readonly string[];
  readonly #label: string;

  /** @param label the replacement */
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

/** Whether a text shows a credential: plain, and for a long one also as hex, as base64, and escaped. */
export function credentialFinder(value: string): (text: string) => boolean {
  if (value.length < MIN_ENCODED_CHARS) return (text) => text.includes(value);
  const redactor = new LiteralRedactor(value);
  return (text) => redactor.text(text) !== text;
}

/** Characters at either edge of a base64 text that depend on what stands beside it. */
const UNSTABLE_EDGE_CHARS = 3;

/** The usual spellings of a value: plain, in other letter case, as hex, in JSON, percent-encoded, and as base64. */
export function spellingsOf(value: string): readonly string[] {
  const aligned = ["", " ", "  "].map((before) => core(Buffer.from(`${before}${value}`).toString("base64")));
  const percent = encodeURIComponent(value);
  const spellings = [
    ...[value, Buffer.from(value).toString("hex")].flatMap((one) => [
      one,
      one.toUpperCase(),
      one.toLowerCase(),
    ]),
    ...inJson(value),
    percent,
    percent.replace(/%../g, (escape) => escape.toLowerCase()),
    ...aligned.flatMap((one) => [one, urlSafe(one), one.replaceAll("/", String.raw`\/`)]),
  ];
  return [...new Set(spellings)];
}

/** In JSON, also in JSON in JSON, with slashes as they are and escaped. */
function inJson(value: string): string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const thrice = JSON.stringify(twice).slice(1, -1);
  return [value, once, twice, thrice].flatMap((text) => [
    text,
    ...[1, 2, 4].map((count) => text.replaceAll("/", `${"\\".repeat(count)}/`)),
  ]);
}

function urlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

function core(base64: string): string {
  return base64.slice(UNSTABLE_EDGE_CHARS + 1, -UNSTABLE_EDGE_CHARS - 1);
}
