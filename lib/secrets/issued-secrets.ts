import { LiteralIndex } from "./literal-index.ts";

/** Shorter values are common in ordinary text. They are hidden only as the value of a code. */
const MIN_CHARS = 8;
const MIN_CODE_CHARS = 4;
/** Longer values are also searched for in parts. */
const MAX_PART_CHARS = 4096;
/** A hostile server may issue without end. Of all secrets together so many characters are searched for, and of later ones the beginning. */
const MAX_SECRETS = 2_000;
const MAX_CHARS = 512 * 1024;
const MAX_BEGINNING_CHARS = 256;
/** A word of letters only, which reports may need. */
const ORDINARY = /^(?:[A-Za-z][a-z]{0,11}|[A-Z]{1,12})$/;
/** Begins every escape. */
const MAY_BE_ESCAPED = /[\\%&]/;
const ESCAPES = /(?<!\\)\\+u([\da-f]{4})|%(?:25)*([\da-f]{2})|&#x([\da-f]{1,4});|&#(\d{1,5});/gi;
/** The name of a member or a parameter for a code, before its value. */
const CODE =
  /((?<![\w-])[\w-]{0,20}(?:code|token|otp|pin)["']?\s{0,4}[:=]\s{0,4}["']?)([\w-]{4,7})(?![\w-])/gi;
const LABEL = "[redacted]";

/**
 * Secrets that servers have issued in a run: tokens, codes, cookies. From then on they are removed from every
 * text.
 */
export class IssuedSecrets {
  readonly #index = new LiteralIndex(LABEL);
  readonly #known = new Set<string>();
  readonly #codes = new Set<string>();
  readonly #publicText: string;
  #chars = 0;

  /** @param publicText text that the user has written anyway: a part of it is not a secret */
  constructor(publicText = "") {
    this.#publicText = publicText;
  }

  add(values: readonly string[]): void {
    for (const value of values.flatMap(withParts)) {
      if (this.#known.has(value) || this.#known.size >= MAX_SECRETS || this.#isOrdinary(value)) continue;
      this.#known.add(value);
      if (value.length >= MIN_CHARS) for (const part of partsOf(value)) this.#addPart(part);
      else if (value.length >= MIN_CODE_CHARS) this.#codes.add(value);
    }
  }

  #addPart(part: string): void {
    const isFull = this.#chars + part.length > MAX_CHARS;
    const sought = isFull ? part.slice(0, MAX_BEGINNING_CHARS) : part;
    this.#chars += sought.length;
    this.#index.add(sought);
  }

  text(text: string): string {
    if (this.#known.size === 0) return text;
    return this.#withoutCodes(this.#withoutLiterals(text));
  }

  headers(
    pairs: readonly (readonly [name: string, value: string])[],
  ): readonly (readonly [name: string, value: string])[] {
    if (this.#known.size === 0) return pairs;
    return pairs.map(([name, value]) => [this.text(name), this.text(value)]);
  }

  #isOrdinary(value: string): boolean {
    return ORDINARY.test(value) || this.#publicText.includes(value);
  }

  /** A text that hides a secret in escapes is shown without the escapes. */
  #withoutLiterals(text: string): string {
    const shown = this.#index.text(text);
    if (!MAY_BE_ESCAPED.test(shown)) return shown;
    const plain = decoded(shown);
    if (plain === shown) return shown;
    const without = this.#index.text(plain);
    return without === plain ? shown : without;
  }

  #withoutCodes(text: string): string {
    if (this.#codes.size === 0) return text;
    return text.replace(CODE, (whole, before: string, value: string) =>
      this.#codes.has(value) ? `${before}${LABEL}` : whole,
    );
  }
}

function decoded(text: string): string {
  return text.replace(ESCAPES, (whole, unit?: string, byte?: string, hex?: string, decimal?: string) => {
    const code = Number.parseInt(unit ?? byte ?? hex ?? "", 16);
    const char = Number.isNaN(code) ? Number(decimal) : code;
    return char >= 0x20 && char < 0x7f ? String.fromCharCode(char) : whole;
  });
}

/** A JSON Web Token adds its claims and its signature. */
function withParts(value: string): string[] {
  const parts = value.split(".");
  return parts.length === 3 ? [value, ...parts.slice(1)] : [value];
}

function partsOf(value: string): string[] {
  const count = Math.ceil(value.length / MAX_PART_CHARS);
  return Array.from({ length: count }, (_, at) =>
    value.slice(at * MAX_PART_CHARS, (at + 1) * MAX_PART_CHARS),
  ).filter((part, at) => at === 0 || part.length >= MIN_CHARS);
}
