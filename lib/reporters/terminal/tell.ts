import type { ProgressStream } from "./progress.ts";
import { wrapped } from "./wrapped.ts";

/** Writes prose, wrapped at words to the width of the terminal. */
export function tell(stream: ProgressStream, lines: readonly string[]): void {
  const { isTTY = false, columns } = stream;
  const shown = isTTY && columns !== undefined ? lines.flatMap((line) => wrapped(line, columns)) : lines;
  if (shown.length > 0) stream.write(`${shown.join("\n")}\n`);
}
