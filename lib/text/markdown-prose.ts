import { markdownCode } from "./markdown-code.ts";
import { terminalText } from "./terminal-text.ts";

/** A word, with quotes or parentheses around it and a punctuation mark behind it: no Markdown. */
const WORD = /^["'(“§]*[\p{L}\p{N}]+(?:[-'’./][\p{L}\p{N}]+)*["')”]*(?:[.,;:?!]+["')”]*)?$/u;
/** Words that become links, or a list at the beginning. */
const TELLING = /^\W*(?:www\.|gh-\d)/i;
const NUMBER_OF_LIST = /^\d+[.)]/;
/** A word that is already marked as code. */
const QUOTED = /^`([^`]+)`([.,;:!?]*)$/;
/** Punctuation that stays behind the code. */
const PHRASE = /^(.*[^.,;:!?])([.,;:!?]*)$/;

/**
 * A sentence of unknown origin within a line of Markdown. Words stay as they are, everything else is code,
 * JSON stays whole.
 */
export function markdownProse(text: string): string {
  const line = terminalText(text).trim();
  const start = line.indexOf('{"');
  if (start === -1) return words(line, true);
  const last = line.lastIndexOf("}");
  const end = last < start ? line.length : last + 1;
  const isQuoted = line[start - 1] === "`" && line[end] === "`";
  const [before, after] = isQuoted
    ? [line.slice(0, start - 1), line.slice(end + 1)]
    : [line.slice(0, start), line.slice(end)];
  const [stop = ""] = /^[.,;:!?]*/.exec(after) ?? [];
  const rest = after.slice(stop.length).trim();
  return [
    ...(before.trim() === "" ? [] : [words(before.trim(), true)]),
    `${markdownCode(line.slice(start, end))}${stop}`,
    ...(rest === "" ? [] : [words(rest, false)]),
  ].join(" ");
}

function words(text: string, first: boolean): string {
  const runs: string[][] = [];
  let before = "";
  for (const [at, word] of text.split(" ").entries()) {
    const kind = kindOf(word, first && at === 0);
    if (kind === "code" && before === "code") runs.at(-1)?.push(word);
    else runs.push([word]);
    before = kind;
  }
  return runs.map((some, at) => shown(some.join(" "), first && at === 0)).join(" ");
}

function shown(text: string, first: boolean): string {
  if (kindOf(text, first) === "plain") return text;
  const [, body = text, end = ""] = QUOTED.exec(text) ?? PHRASE.exec(text) ?? [];
  return `${markdownCode(body)}${end}`;
}

function kindOf(word: string, first: boolean): "plain" | "quoted" | "code" {
  if (word === "") return "plain";
  if (WORD.test(word) && !TELLING.test(word) && !(first && NUMBER_OF_LIST.test(word))) return "plain";
  return QUOTED.test(word) ? "quoted" : "code";
}
