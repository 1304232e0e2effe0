/** The sentences of a page, apart from code blocks, headings and links. */
export interface PageProse {
  readonly sentences: readonly string[];
  readonly cells: readonly string[];
}

const CODE_BLOCK = /^ *```[^]*?^ *```$/gm;
const LIST_MARK = /^ *(?:[-*]|\d+\.) +/;
const SENTENCE_END = /(?<=[.!?])\s+/;

/** Reads Markdown; a span of code counts as one word, a link as its text. */
export function readProse(markdown: string): PageProse {
  const lines = markdown
    .replaceAll(CODE_BLOCK, "\n")
    .replaceAll(/<!--[^]*?-->/g, "")
    .replaceAll(/``[^\n]+?``|`[^`\n]+`/g, "`code`")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  const rows = lines.filter((line) => line.startsWith("|"));
  return { sentences: blocksOf(lines).flatMap(split), cells: rows.flatMap(cellsOf).flatMap(split) };
}

/** Paragraphs and items of lists: each ends its last sentence. */
function blocksOf(lines: readonly string[]): string[] {
  const marked = lines.map((line) =>
    line.startsWith("|") ? "" : LIST_MARK.test(line) ? `\n${line.replace(LIST_MARK, "")}` : line,
  );
  return marked.join("\n").split(/\n{2,}/);
}

function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/).filter((cell) => !/^[\s:-]*$/.test(cell));
}

function split(text: string): string[] {
  return text
    .replaceAll(/\s+/g, " ")
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordCount(sentence) > 0);
}

/** Words have a letter or a digit. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
