const ESCAPED_UNICODE = /(?<!\\)(?:\\\\)*\\u(?!00[01])[0-9a-f]{4}/i;
const BLANK_AFTER_KEY = /(?<!\\)":[ \t]/;
const ESCAPED_SLASH = /(?<!\\)(?:\\\\)*\\\//;

/** How a JSON text is written, beyond what it means: nothing for the shortest way. */
export function jsonStyle(text: string): string[] {
  const isIndented = /^\s*\{\s/.test(text);
  const traits: readonly (readonly [trait: string, shows: boolean])[] = [
    ["white space around", /^\s|\s$/.test(text)],
    ["indented", isIndented],
    ["blanks after colons", !isIndented && BLANK_AFTER_KEY.test(text)],
    ["escaped slashes", ESCAPED_SLASH.test(text)],
    ["\\u escapes", ESCAPED_UNICODE.test(text)],
  ];
  return traits.filter(([, shows]) => shows).map(([trait]) => trait);
}
