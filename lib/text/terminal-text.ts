/** `::error` at the start of a line, `##[error]`, `##vso[` and `##teamcity[`: build servers obey them. */
const COMMANDS = /:(?<=^[^\S\n]*:)(?=:)|#(?<=##)(?=(?:vso|teamcity)?\[)/gm;

/**
 * Makes text of unknown origin safe for a terminal and for the log of a build server. Control, direction and zero-width
 * characters, lone surrogates, and marks of build commands become visible escapes. A line break stays only on request.
 */
export function terminalText(
  text: string,
  { keepLines = false }: { readonly keepLines?: boolean } = {},
): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
      keepLines && character === "\n" ? character : escaped(character),
    )
    .replace(COMMANDS, escaped);
}

function escaped(character: string): string {
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
