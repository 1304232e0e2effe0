/**
 * Makes text of unknown origin safe for a terminal: control, direction and zero-width characters, and lone
 * surrogates become visible escapes. A line break stays only when asked for.
 */
export function terminalText(
  text: string,
  { keepLines = false }: { readonly keepLines?: boolean } = {},
): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
    keepLines && character === "\n" ? character : escaped(character),
  );
}

function escaped(character: string): string {
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
