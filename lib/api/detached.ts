/** The same text with memory of its own: one that was cut out of a longer text keeps all of that in memory. */
export function detached(text: string): string {
  return structuredClone(text);
}
