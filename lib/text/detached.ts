/** The same text with its own memory: a part of a longer text would keep all of that in memory. */
export function detachText(text: string): string {
  return structuredClone(text);
}
