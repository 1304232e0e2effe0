import type { HeaderPair } from "../http/transport.ts";

const REDACTED = "[redacted]";
/** Characters at either edge of a base64 text that depend on what stands beside it. */
const UNSTABLE_EDGE_CHARS = 3;

/** Keeps a value out of texts that is used once, such as a signature: it looks for its usual spellings only, so that it is cheap to make. */
export class LiteralRedactor {
  readonly #spellings: readonly string[];
  readonly #label: string;

  /** @param label what stands in its place */
  constructor(value: string, label = REDACTED) {
    this.#label = label;
    const aligned = ["", " ", "  "].map((before) =>
      core(Buffer.from(`${before}${value}`).toString("base64")),
    );
    const percent = encodeURIComponent(value);
    this.#spellings = [
      ...new Set([
        ...[value, Buffer.from(value).toString("hex")].flatMap((one) => [
          one,
          one.toUpperCase(),
          one.toLowerCase(),
        ]),
        ...inJson(value),
        percent,
        percent.replace(/%../g, (escape) => escape.toLowerCase()),
        ...aligned.flatMap((one) => [one, urlSafe(one), one.replaceAll("/", String.raw`\/`)]),
      ]),
    ];
  }

  text(text: string): string {
    return this.#spellings.reduce(
      (shown, spelling) => (shown.includes(spelling) ? shown.replaceAll(spelling, () => this.#label) : shown),
      text,
    );
  }

  headers(pairs: readonly HeaderPair[]): HeaderPair[] {
    return pairs.map(([name, value]) => [this.text(name), this.text(value)]);
  }
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
