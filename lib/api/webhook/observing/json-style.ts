const ESCAPED_UNICODE = /(?<!\\)(?:\\\\)*\\u(?!00[01])[0-9a-f]{4}/i;
const ESCAPED_SLASH = /(?<!\\)(?:\\\\)*\\\//;

/** How a JSON text is written, beyond what it means: nothing for the shortest way. */
export function jsonStyle(text: string): string[] {
  const traits: readonly (readonly [trait: string, shows: boolean])[] = [
    ["white space around", /^\s|\s$/.test(text)],
    ["indented", /^\s*\{\s/.test(text)],
    ["escaped slashes", ESCAPED_SLASH.test(text)],
    ["\\u escapes", ESCAPED_UNICODE.test(text)],
  ];
  return traits.filter(([, shows]) => shows).map(([trait]) => trait);
}
