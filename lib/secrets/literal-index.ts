import { leadingChars } from "./secret-patterns.ts";
import { spellingsOf } from "./redactor.ts";

const KEY_CHARS = 6;
/** Shorter spellings appear in other text by chance. */
const MIN_CHARS = 8;
/** Fewer characters of a longer spelling may be the beginning of other text. */
const MIN_LEADING_CHARS = 12;
/** So many characters are the beginning of no other text, whatever words they hold. */
const MAX_LEADING_CHARS = 128;

/** The spellings that begin with one key. */
interface Alike {
  /** In the order of their characters. */
  readonly spellings: string[];
  /** Beginnings of them that are enough, by their length. */
  readonly beginnings: Map<number, Set<string>>;
}

/**
 * Finds many values in a text in one pass: whole or from their beginning, in their usual spellings. How long it takes does not
 * depend on how many begin alike.
 */
export class LiteralIndex {
  readonly #label: string;
  /** By their first characters. */
  readonly #keys = new Map<string, Alike>();
  /** The first two characters of each. */
  readonly #beginnings = new Set<number>();

  /** @param label the replacement of each */
  constructor(label: string) {
    this.#label = label;
  }

  add(value: string): void {
    for (const spelling of spellingsOf(value).filter(({ length }) => length >= MIN_CHARS)) {
      const key = spelling.slice(0, KEY_CHARS);
      const alike = this.#keys.get(key) ?? { spellings: [], beginnings: new Map() };
      this.#keys.set(key, alike);
      insert(alike.spellings, spelling);
      const enough = Math.min(MAX_LEADING_CHARS, Math.max(MIN_LEADING_CHARS, leadingChars(spelling)));
      const least = Math.min(spelling.length, enough);
      const known = alike.beginnings.get(least) ?? new Set();
      alike.beginnings.set(least, known.add(spelling.slice(0, least)));
      this.#beginnings.add(beginningAt(spelling, 0));
    }
  }

  text(text: string): string {
    let shown = "";
    let from = 0;
    for (let at = 0; at + MIN_CHARS <= text.length; at += 1) {
      if (!this.#beginnings.has(beginningAt(text, at))) continue;
      const length = this.#lengthAt(text, at);
      if (length === 0) continue;
      shown += text.slice(from, at) + this.#label;
      from = at + length;
      at = from - 1;
    }
    return from === 0 ? text : shown + text.slice(from);
  }

  /** The length of the longest value at this place, whole or cut. 0: none. */
  #lengthAt(text: string, at: number): number {
    const alike = this.#keys.get(text.slice(at, at + KEY_CHARS));
    if (alike === undefined) return 0;
    const isThere = [...alike.beginnings].some(([least, known]) => known.has(text.slice(at, at + least)));
    return isThere ? longestStart(alike.spellings, text, at) : 0;
  }
}

/** How much of a text at a place begins one of some sorted spellings: the longest one stands where the text itself would. */
function longestStart(spellings: readonly string[], text: string, at: number): number {
  let [low, high, longest] = [0, spellings.length, 0];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = spellings[middle] ?? "";
    const length = commonStart(one, text, at);
    longest = Math.max(longest, length);
    if (length === one.length || one.charCodeAt(length) < text.charCodeAt(at + length)) low = middle + 1;
    else high = middle;
  }
  return longest;
}

/** Keeps the spellings in the order of their characters, each once. */
function insert(spellings: string[], spelling: string): void {
  let [low, high] = [0, spellings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spellings[middle] ?? "") < spelling) low = middle + 1;
    else high = middle;
  }
  if (spellings[low] !== spelling) spellings.splice(low, 0, spelling);
}

function beginningAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);
}

function commonStart(one: string, text: string, at: number): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === text.charCodeAt(at + length)) length += 1;
  return length;
}
