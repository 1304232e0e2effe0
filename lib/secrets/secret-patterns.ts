/**
 * Maximum number of further encodings of a percent sign or a backslash. Bounded, so that matching stays
 * linear.
 */
const MAX_LAYERS = 4;
/** Escapes before a character in JSON that is nested in JSON several times. */
const MAX_BACKSLASHES = 8;
const ESCAPED = /["/]/;
const UNITS = /\\+["/\b\f\n\r\t]?|[^]/gu;
const ALIGNMENTS = [0, 1, 2] as const;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
};

/** Shorter beginnings of a secret appear in ordinary text. */
const MIN_CUT_UNITS = 4;
const MAX_CUT_UNITS = 100;
/** The rest of an escape or of a byte that was cut. */
const CUT_UNIT = String.raw`(?:\\u005[cC]|\\|%(?:25){0,4}5[cC]){0,64}(?:\\{1,16}(?:u[\da-fA-F]{0,3})?|(?:%[\da-fA-F]{0,2}){1,4}|[\da-fA-F])?`;

/** Marks of a cut or masked text, also as escapes of JSON and HTML. */
export const CUT_MARK = /…|\.\.\.|\*\*\*|•••|\\u2026|\\u2022\\u2022|&hellip;/;

/** The characters behind a beginning that is long enough. */
const REST = String.raw`[\w+/=.~%\\-]*`;
/** The number of characters at the beginning of a secret that identifies it. */
const MIN_LEADING_CHARS = 8;
/** Words at the beginning of a secret, as in `reference-alpha-key-`. Other texts have them too. */
const WORDS = /^(?:(?:[A-Z]?[a-z]{2,16}|[A-Z]{2,16})(?![A-Za-z])[^A-Za-z\d]*)*/;
const MIN_CHARS_AFTER_WORDS = 4;
/** Long for V8, see {@link compiled}. */
const LONG_TEXT = " ".repeat(1_024);

/**
 * Patterns of a form of a secret. The long pattern is slow to compile, and most texts do not even contain the
 * beginning: it is compiled for the first text that does.
 */
export class SecretPattern {
  /** Secrets that begin alike have patterns of their beginning with the same name. */
  readonly name: string;
  /** If one of them does not match, the whole does not either. */
  readonly parts: readonly RegExp[];
  readonly #source: () => string;
  #whole: RegExp | undefined;

  constructor(parts: readonly string[], source: () => string, name: string) {
    this.name = name;
    this.parts = parts.map((part) => compiled(part));
    this.#source = source;
  }

  /** Global. */
  get whole(): RegExp {
    return (this.#whole ??= compiled(this.#source(), "g"));
  }
}

/** Compiles a pattern to machine code at once. For a first text that is short, V8 makes slower code first, and that takes longer. */
function compiled(source: string, flags?: string): RegExp {
  const pattern = new RegExp(source, flags);
  pattern.test(LONG_TEXT);
  pattern.lastIndex = 0;
  return pattern;
}

/**
 * Patterns of the forms in which a secret travels: for text and hex in any letter case, and for base64 and base64url, which
 * are case-sensitive. Of each, one matches the whole secret, and one a beginning of 8 characters or more, and of 4 or more
 * after the words at the beginning of a secret.
 */
export function secretPatterns(secret: string): SecretPattern[] {
  const leading = leadingChars(secret);
  const least = [leading, leading, ...ALIGNMENTS.map(() => Math.ceil((leading * 4) / 3))];
  const forms = formsOf(secret).map((units, form) => ({ units, least: least[form] ?? 0 }));
  return [forms.slice(0, 2), forms.slice(2)].flatMap((some, kind) => {
    const cut = some.filter(({ units, least: first }) => first < units.length);
    const beginning = joined(some, ({ units, least: first }) => units.slice(0, first).join(""));
    const end = joined(some, ({ units, least: first }) => units.slice(-first).join(""));
    return [
      new SecretPattern(
        [beginning, end],
        () => joined(some, ({ units }) => units.join("")),
        `${kind} ${secret}`,
      ),
      ...(cut.length === 0
        ? []
        : [
            new SecretPattern(
              [beginning],
              () => joined(cut, ({ units, least: first }) => beginningOf(units, first, REST)),
              `${kind} from ${leading} of ${commonPart(secret)}`,
            ),
          ]),
    ];
  });
}

interface Form {
  readonly units: readonly string[];
  readonly least: number;
}

function joined(forms: readonly Form[], sourceOf: (form: Form) => string): string {
  return forms.map(sourceOf).join("|");
}

/** Secrets of which this part is the same have the same patterns of their beginning. */
function commonPart(secret: string): string {
  const units = secret.match(UNITS) ?? [];
  return units.length > MAX_CUT_UNITS ? `${units.slice(0, MAX_CUT_UNITS).join("")} and more` : secret;
}

/** The number of characters at the beginning of a secret that identifies it. */
export function leadingChars(secret: string): number {
  const [words = ""] = WORDS.exec(secret) ?? [];
  return Math.max(MIN_LEADING_CHARS, words.length + MIN_CHARS_AFTER_WORDS);
}

/** Patterns of a beginning of any form in a cut text, as {@link CUT_MARK} shows. */
export function cutSecretPatterns(secret: string): SecretPattern[] {
  return formsOf(secret).flatMap((units, form) =>
    units.length <= MIN_CUT_UNITS
      ? []
      : new SecretPattern(
          [units.slice(0, MIN_CUT_UNITS).join("")],
          () => `${beginningOf(units, MIN_CUT_UNITS, String.raw`[^\s"]*`)}${CUT_UNIT}(?=${CUT_MARK.source})`,
          `cut ${form} of ${commonPart(secret)}`,
        ),
  );
}

/** The units of each form of a secret as patterns: text and hex, then base64 by its alignment. */
function formsOf(secret: string): readonly (readonly string[])[] {
  const text = (secret.match(UNITS) ?? []).map(textForm);
  const bytes = Array.from(Buffer.from(secret), hexForm);
  const hex = bytes.map((byte, index) => (index === 0 ? byte : `:?${byte}`));
  const base64 = ALIGNMENTS.map((alignment) => Array.from(stableBase64(secret, alignment), base64Unit));
  return [text, hex, ...base64];
}

/** The first units and optional further ones, nested. `rest` follows the last one. */
function beginningOf(units: readonly string[], least: number, rest: string): string {
  const last = Math.max(MAX_CUT_UNITS, least);
  const beyond = units.length > last ? rest : "";
  const more = units.slice(least, last);
  const optional = more.reduceRight((inner, unit) => `(?:${unit}${inner})?`, beyond);
  return units.slice(0, least).join("") + optional;
}

/** A character, or a run of backslashes with a character behind it that JSON escapes by one more. */
function textForm(unit: string): string {
  const [, run = "", char = ""] = /^(\\*)([^]?)$/u.exec(unit) ?? [];
  if (run === "") return `(?:${charForms(char, `\\\\{1,${MAX_BACKSLASHES}}`).join("|")})`;
  return char === ""
    ? backslashes(run.length, 0)
    : `${backslashes(run.length, MAX_BACKSLASHES)}(?:${charForms(char, "").join("|")})`;
}

/** A character as it is, as UTF-8 read as Latin-1, percent-encoded, or escaped in nested JSON. */
function charForms(char: string, escape: string): string[] {
  const bytes = Array.from(Buffer.from(char));
  const percent = bytes.map((byte) => `%(?:25){0,${MAX_LAYERS}}${hexForm(byte)}`).join("");
  const units = Array.from({ length: char.length }, (_, index) => char.charCodeAt(index));
  const escaped = units.map((unit) => `${escape}u${hexForm(unit >> 8)}${hexForm(unit & 0xff)}`).join("");
  const short = SHORT_ESCAPES[char] ?? (ESCAPED.test(char) ? literal(char) : undefined);
  const latin = Buffer.from(char).toString("latin1");
  const spellings = new Set([char, char.toLowerCase(), char.toUpperCase(), latin]);
  return [
    ...Array.from(spellings, literal),
    percent,
    escaped,
    ...(short === undefined ? [] : [`${escape}${short}`]),
    ...(char === " " ? ["\\+"] : []),
  ];
}

/** A run of backslashes is one form. Single ones would match in too many ways. */
function backslashes(count: number, more: number): string {
  return `(?:\\\\u005[cC]|\\\\|%(?:25){0,${MAX_LAYERS}}5[cC]){${count},${count * MAX_BACKSLASHES + more}}`;
}

/** A character of base64; a plus or slash also as in base64url, percent-encoded or JSON-escaped. */
function base64Unit(char: string): string {
  if (char === "+") return String.raw`(?:[+\-]|%2[Bb]|\\u002[Bb])`;
  return char === "/" ? String.raw`(?:\\?\/|_|%2[Ff])` : char;
}

/** The part of the base64 that does not depend on the text around the secret. */
function stableBase64(secret: string, alignment: number): string {
  const bytes = Buffer.concat([Buffer.alloc(alignment), Buffer.from(secret)]);
  const base64 = bytes.toString("base64").replace(/={1,2}$/, "");
  const unstableStart = alignment === 0 ? 0 : alignment + 1;
  return base64.slice(unstableStart, bytes.length % 3 === 0 ? undefined : -1);
}

/** Two hex digits in either case. Spelled out, for the i flag makes long patterns slow to compile. */
function hexForm(byte: number): string {
  const digits = byte.toString(16).padStart(2, "0");
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
