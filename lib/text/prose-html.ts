import { xmlText } from "./xml-text.ts";

/** A sentence of the suite as HTML. Text in backticks becomes code. */
export function proseHtml(text: string): string {
  return xmlText(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
