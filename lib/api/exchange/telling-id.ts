/** Shorter ids, and short ones of digits alone, would be found by chance. */
const MIN_CHARS = 5;
const MIN_DIGITS = 8;
const PART_OF_A_WORD = /[\p{L}\p{N}_]/u;

/** Whether an id is long enough not to be found by chance. */
export function isTellingId(id: string): boolean {
  return id.length >= (/^\d+$/.test(id) ? MIN_DIGITS : MIN_CHARS);
}

/** Whether a text holds an id as a word of its own, not within a longer one. */
export function holdsWord(text: string, word: string): boolean {
  if (!text.includes(word)) return false;
  const at = text.indexOf(word);
  const [before = "", after = ""] = [text[at - 1], text[at + word.length]];
  return !PART_OF_A_WORD.test(before) && !PART_OF_A_WORD.test(after);
}
