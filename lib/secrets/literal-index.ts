import { leadingChars } from "./secret-patterns.ts";
import { spellingsOf } from "./redactor.ts";

const KEY_CHARS = 6;
/** Shorter spellings appear in other text by chance. */
const MIN_CHARS = 8;
/** Fewer characters of a longer spelling may be the beginning of other text. */
const MIN_LEADING_CHARS = 12;

/** Finds many values in a text in one pass: whole or from their beginning, in their usual spellings. */
export class LiteralIndex {
  readonly #label: string;
  /** Spellings by their beginning, with the number of characters that is enough. */
  readonly #spellings = new Map<string, Map<string, number>>();
  /** The first two characters of each. */
  readonly #beginnings = new Set<number>();

  /** @param label the replacement of each */
  constructor(label: string) {
    this.#label = label;
  }

  add(value: string): void {
    for (const spelling of spellingsOf(value).filter(({ length }) => length >= MIN_CHARS)) {
      const key = spelling.slice(0, KEY_CHARS);
      const least = Math.min(spelling.length, Math.max(MIN_LEADING_CHARS, leadingChars(spelling)));
      this.#spellings.set(key, (this.#spellings.get(key) ?? new Map()).set(spelling, least));
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
    let longest = 0;
    for (const [one, least] of this.#spellings.get(text.slice(at, at + KEY_CHARS)) ?? []) {
      const length = commonStart(one, text, at);
      if (length >= least && length > longest) longest = length;
    }
    return longest;
  }
}

function beginningAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);
}

function commonStart(one: string, text: string, at: number): number {
  let length = KEY_CHARS;
  while (length < one.length && one.charCodeAt(length) === text.charCodeAt(at + length)) length += 1;
  return length;
}
