/** Cuts text to at most `maxChars`, and says how much is missing. */
export function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars)} … (${text.length - maxChars} more characters)`;
}
