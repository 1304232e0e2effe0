import { xmlText } from "./xml-text.ts";

/** A sentence of ours as HTML: what stands between backticks is code. */
export function proseHtml(text: string): string {
  return xmlText(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
