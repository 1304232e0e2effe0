import { CUT_MARK, cutSecretPatterns, type SecretPattern, secretPatterns } from "./secret-patterns.ts";

/** A secret. Its patterns are slow to compile, so that each is compiled for the first text. */
class Secret {
  readonly label: string;
  readonly #value: string;
  #patterns: readonly SecretPattern[] | undefined;
  #cutPatterns: readonly SecretPattern[] | undefined;

  constructor(value: string, label: string) {
    this.#value = value;
    this.label = label;
  }

  get patterns(): readonly SecretPattern[] {
    return (this.#patterns ??= secretPatterns(this.#value));
  }

  /** They match the end of a cut text that may contain only the beginning of a secret. */
  get cutPatterns(): readonly SecretPattern[] {
    return (this.#cutPatterns ??= cutSecretPatterns(this.#value));
  }
}

interface Range {
  readonly start: number;
  end: number;
  length: number;
  label: string;
}

/** Shorter secrets would hide ordinary text. They are replaced only as whole header values. */
const MIN_SECRET_CHARS = 4;
/** Where a form is longer, the next one is looked for from its end on, so that the search stays linear. */
const MAX_OVERLAP_CHARS = 1_024;
const PEM_MARKER = "-----";
const REDACTED = "[redacted]";
/** Names of headers, answers of the same state, and similar texts that repeat. */
const MAX_KNOWN_CHARS = 1_024;
const MAX_KNOWN_TEXTS = 1_000;

/** Headers with a credential, or with a value derived from one, in any request or answer. */
const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  "x-api-key",
  "x-signature",
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
]);

/** Removes secrets from everything that is recorded or shown. */
export class Redactor {
  readonly #labels = new Map<string, string>();
  readonly #secrets: Secret[] = [];
  /** Texts without secrets, as long as no secret is added. */
  readonly #harmless = new Set<string>();

  /**
   * Registers a secret, to be shown as `[label]`. A PEM key is registered line by line. The first label of a
   * secret stays. An empty secret is ignored.
   */
  add(secret: string, label: string): void {
    if (secret === "" || this.#labels.has(secret)) return;
    this.#labels.set(secret, `[${label}]`);
    this.#harmless.clear();
    for (const part of secretParts(secret)) this.#secrets.push(new Secret(part, `[${label}]`));
  }

  /** Whether the value is a registered secret. */
  knows(value: string): boolean {
    return this.#labels.has(value);
  }

  /**
   * Replaces every occurrence of a secret, in any letter case: plain, percent-encoded, JSON-escaped, as hex,
   * and as base64 or base64url, also inside the base64 of a longer text. The longest of overlapping secrets
   * gives the label. The beginning of a secret is replaced too if it is long enough to be recognised. A
   * shorter beginning is replaced where a text was cut or masked, as `…`, `...`, `***` or `•••` show.
   */
  text(text: string): string {
    if (this.#harmless.has(text)) return text;
    const isCut = CUT_MARK.test(text);
    const search = { isCut, searched: new Set<string>(), held: new Map<string, boolean>() };
    const ranges = this.#secrets.flatMap((secret) => rangesOf(secret, text, search));
    if (ranges.length === 0) return this.#noted(text);
    let shown = "";
    let at = 0;
    for (const { start, end, label } of merged(ranges)) {
      shown += text.slice(at, start) + label;
      at = end;
    }
    return shown + text.slice(at);
  }

  /** Replaces the whole value of credential headers, and secrets in all others, also in names. */
  headers(pairs: readonly (readonly [name: string, value: string])[]): [name: string, value: string][] {
    return pairs.map(([name, value]) => [this.text(name), this.#headerValue(name, value)]);
  }

  #noted(harmless: string): string {
    if (harmless.length > MAX_KNOWN_CHARS) return harmless;
    if (this.#harmless.size >= MAX_KNOWN_TEXTS) this.#harmless.clear();
    this.#harmless.add(harmless);
    return harmless;
  }

  #headerValue(name: string, value: string): string {
    const label = this.#labels.get(value.trim());
    if (label !== undefined || value === "") return label ?? "";
    return CREDENTIAL_HEADERS.has(name.toLowerCase()) ? REDACTED : this.text(value);
  }
}

/** The texts to search for: the secret, or the lines of a PEM key, which may appear alone. */
function secretParts(secret: string): string[] {
  if (!secret.startsWith(PEM_MARKER)) return secret.length < MIN_SECRET_CHARS ? [] : [secret];
  return secret
    .split(/\r?\n/)
    .filter((line) => line.length >= MIN_SECRET_CHARS && !line.startsWith(PEM_MARKER));
}

/** The search of one text for all secrets: what secrets have in common is looked for once. */
interface Search {
  readonly isCut: boolean;
  /** The names of patterns. */
  readonly searched: Set<string>;
  /** Whether the text holds a part of patterns, by the source of the part. */
  readonly held: Map<string, boolean>;
}

/** Every place where a form of the secret starts, also overlapping ones. A pattern that was searched already is left out. */
function rangesOf(secret: Secret, text: string, { isCut, searched, held }: Search): Range[] {
  const { label, patterns } = secret;
  const ranges: Range[] = [];
  for (const pattern of isCut ? [...patterns, ...secret.cutPatterns] : patterns) {
    if (searched.has(pattern.name) || !pattern.parts.every((part) => isHeld(part, text, held))) continue;
    searched.add(pattern.name);
    const { whole } = pattern;
    whole.lastIndex = 0;
    for (let match = whole.exec(text); match; match = whole.exec(text)) {
      const [{ length }, end] = [match[0], match.index + match[0].length];
      ranges.push({ start: match.index, end, length, label });
      whole.lastIndex = Math.max(match.index + 1, end - MAX_OVERLAP_CHARS);
    }
  }
  return ranges;
}

function isHeld(part: RegExp, text: string, held: Map<string, boolean>): boolean {
  const is = held.get(part.source) ?? part.test(text);
  held.set(part.source, is);
  return is;
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (!last || range.start >= last.end) {
      result.push({ ...range });
      continue;
    }
    last.end = Math.max(last.end, range.end);
    if (range.length > last.length) Object.assign(last, { length: range.length, label: range.label });
  }
  return result;
}

/** A beginning of this length identifies a value that is used once. */
const MIN_BEGINNING_CHARS = 16;
const EACH_CUT_MARK = new RegExp(CUT_MARK, "g");

/**
 * Removes a value that is used once, such as a signature, from texts. Searches only for its usual spellings,
 * so that it is cheap to make, and for their beginnings where a text was cut.
 */
export class LiteralRedactor {
  readonly #spellings: readonly string[];
  readonly #label: string;
  /** A shorter text holds none of them. */
  readonly #leastChars: number;

  /** @param label the replacement */
  constructor(value: string, label = REDACTED) {
    this.#label = label;
    this.#spellings = spellingsOf(value);
    this.#leastChars = Math.min(...this.#spellings.map(({ length }) => length));
  }

  text(text: string): string {
    if (text.length < Math.min(this.#leastChars, MIN_BEGINNING_CHARS)) return text;
    const shown = this.#spellings.reduce(
      (left, spelling) => (left.includes(spelling) ? left.replaceAll(spelling, () => this.#label) : left),
      text,
    );
    return CUT_MARK.test(shown) ? this.#withoutBeginnings(shown) : shown;
  }

  /** Replaces each beginning of a spelling that stands before a mark of a cut. */
  #withoutBeginnings(text: string): string {
    let shown = "";
    let from = 0;
    for (const { index } of text.matchAll(EACH_CUT_MARK)) {
      const before = text.slice(from, index);
      const isLong = before.length >= MIN_BEGINNING_CHARS;
      const lengths = isLong ? this.#spellings.map((spelling) => beginningBehind(before, spelling)) : [];
      const length = Math.max(0, ...lengths);
      shown += length === 0 ? before : before.slice(0, -length) + this.#label;
      from = index;
    }
    return shown + text.slice(from);
  }

  headers(pairs: readonly (readonly [name: string, value: string])[]): [name: string, value: string][] {
    return pairs.map(([name, value]) => [this.text(name), this.text(value)]);
  }
}

/** How many characters at the end of a text begin a spelling. 0: too few to identify it. */
function beginningBehind(text: string, spelling: string): number {
  const at = text.lastIndexOf(spelling.slice(0, MIN_BEGINNING_CHARS));
  const isLong = spelling.length > MIN_BEGINNING_CHARS && at !== -1;
  return isLong && spelling.startsWith(text.slice(at)) ? text.length - at : 0;
}

/** The base64 of shorter ones would be found by chance. */
const MIN_ENCODED_CHARS = 16;

/** Whether a text shows a credential: plain, and for a long one also as hex, as base64, and escaped. */
export function credentialFinder(value: string): (text: string) => boolean {
  const spellings = value.length < MIN_ENCODED_CHARS ? [value] : spellingsOf(value);
  return (text) => spellings.some((spelling) => text.includes(spelling));
}

/** Characters at either edge of a base64 text that depend on what stands beside it. */
const UNSTABLE_EDGE_CHARS = 3;

/** The usual spellings of a value: plain, in other letter case, as hex, in JSON, percent-encoded, and as base64. */
export function spellingsOf(value: string): readonly string[] {
  const aligned = ["", " ", "  "].map((before) => core(Buffer.from(`${before}${value}`).toString("base64")));
  const percent = encodeURIComponent(value.toWellFormed());
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

/** The characters that JSON writers escape though JSON does not demand it: Go, Gson, System.Text.Json, and others all control characters. */
const ESCAPED_BY_WRITERS = [/[<>&]/g, /[<>&='"]/g, /[<>&'"+`]/g, /\p{Cc}/gu];

/** In JSON, also in JSON in JSON, with slashes as they are and escaped, and with the escapes of its writers. */
function inJson(value: string): string[] {
  const byWriters = ESCAPED_BY_WRITERS.flatMap((escaped) => {
    const lower = value.replaceAll(escaped, (character) => `\\u${hexOf(character)}`);
    return [lower, value.replaceAll(escaped, (character) => `\\u${hexOf(character).toUpperCase()}`)];
  });
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const thrice = JSON.stringify(twice).slice(1, -1);
  return [value, once, twice, thrice, ...byWriters].flatMap((text) => [
    text,
    ...[1, 2, 4].map((count) => text.replaceAll("/", `${"\\".repeat(count)}/`)),
  ]);
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, "0");
}

function urlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

function core(base64: string): string {
  return base64.slice(UNSTABLE_EDGE_CHARS + 1, -UNSTABLE_EDGE_CHARS - 1);
}
