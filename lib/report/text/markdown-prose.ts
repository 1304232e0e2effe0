import { markdownCode } from "./markdown-code.ts";
import { terminalText } from "./terminal-text.ts";

/** A word, with quotes or parentheses around it and a punctuation mark behind it: nothing that Markdown knows. */
const WORD = /^["'(“§]*[\p{L}\p{N}]+(?:[-'’./][\p{L}\p{N}]+)*["')”]*[.,;:?!]*["')”]*$/u;
/** Words that become links by themselves, or a list when they stand first. */
const TELLING = /^\W*(?:www\.|gh-\d)/i;
const NUMBER_OF_LIST = /^\d+[.)]/;
const CODE = /^`([^`]+)`$/;

/** A sentence of unknown origin within a line of Markdown: words stay as they are, everything else is code. */
export function markdownProse(text: string): string {
  const pieces = terminalText(text).trim().split(" ");
  const runs: { plain: boolean; words: string[] }[] = [];
  for (const [at, word] of pieces.entries()) {
    const plain = word === "" || isPlain(word, at === 0);
    const last = runs.at(-1);
    if (last?.plain === plain) last.words.push(word);
    else runs.push({ plain, words: [word] });
  }
  return runs.map(({ plain, words }) => (plain ? words.join(" ") : code(words.join(" ")))).join(" ");
}

function isPlain(word: string, first: boolean): boolean {
  return WORD.test(word) && !TELLING.test(word) && !(first && NUMBER_OF_LIST.test(word));
}

/** What is marked as code already needs no marks within the code. */
function code(text: string): string {
  return markdownCode(CODE.exec(text)?.[1] ?? text);
}
