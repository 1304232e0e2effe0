import { stripVTControlCharacters } from "node:util";

/** The output stream. The columns of a terminal limit the line. */
export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const LABELLED = /^[A-Z][a-z]+ {2,}/;
const INDENTED = /^ +(?:\S )?/;

/**
 * Wraps a line of prose at words to the columns of a terminal. Further lines are indented below the text,
 * after the label or mark of the first one. A longer word stays whole.
 */
function wrapLine(line: string, columns: number): string[] {
  const shown = stripVTControlCharacters(line);
  if (shown.length <= columns) return [line];
  const head = (LABELLED.exec(shown) ?? INDENTED.exec(shown))?.[0] ?? "";
  const indent = line.startsWith(head) ? head.length : 0;
  const lines: string[] = [];
  let current = "";
  for (const part of line.slice(indent).split(" ")) {
    const longer = current === "" ? part : `${current} ${part}`;
    const isFull = indent + stripVTControlCharacters(longer).length > columns;
    if (isFull && current !== "") lines.push(current);
    current = isFull ? part : longer;
  }
  return [...lines, current].map(
    (text, at) => `${at === 0 ? line.slice(0, indent) : " ".repeat(indent)}${text}`,
  );
}

/** Writes prose, wrapped at words to the width of the terminal. */
export function printProse(stream: TerminalStream, lines: readonly string[]): void {
  const { isTTY = false, columns } = stream;
  const shown = isTTY && columns !== undefined ? lines.flatMap((line) => wrapLine(line, columns)) : lines;
  if (shown.length > 0) stream.write(`${shown.join("\n")}\n`);
}
