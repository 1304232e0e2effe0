import { stripVTControlCharacters } from "node:util";

const LABELLED = /^[A-Z][a-z]+ {2,}/;
const INDENTED = /^ +(?:\S )?/;

/**
 * A line of prose in lines that a terminal of so many columns does not break inside of a word. What follows stands
 * below the text, behind the label or the mark of the first one. A word that is longer than a line stays whole.
 */
export function wrapped(line: string, columns: number): string[] {
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
