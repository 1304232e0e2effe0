/** The lines that export a constant. The first line has number 1. */
export interface ExportSource {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
}

/**
 * Matches the statement that exports a constant, as the formatter and the compiler write it. It ends with the
 * first line that is not indented and ends with a semicolon. The comment above it belongs to it.
 */
export function exportSource(text: string, name: string): ExportSource {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.startsWith(`export const ${name} `));
  if (at === -1) return { first: 1, last: lines.length, lines };
  let first = at;
  while (/^(?:\/\*\*| \*|\/\/)/.test(lines[first - 1] ?? "")) first -= 1;
  const end = lines.findIndex((line, index) => index >= at && /^\S.*;$/.test(line));
  return { first: first + 1, last: end + 1, lines: lines.slice(first, end + 1) };
}
