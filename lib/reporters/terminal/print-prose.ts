import type { ProgressStream } from "./progress.ts";
import { wrapLine } from "./wrap-line.ts";

/** Writes prose, wrapped at words to the width of the terminal. */
export function printProse(stream: ProgressStream, lines: readonly string[]): void {
  const { isTTY = false, columns } = stream;
  const shown = isTTY && columns !== undefined ? lines.flatMap((line) => wrapLine(line, columns)) : lines;
  if (shown.length > 0) stream.write(`${shown.join("\n")}\n`);
}
