import { terminalText } from "./terminal-text.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
};

/** Makes text of unknown origin safe for an element or an attribute of XML 1.0. Invalid characters become escapes. */
export function xmlText(text: string): string {
  return terminalText(text, { keepLines: true })
    .replace(/[\ufffe\uffff]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`)
    .replace(/[&<>"'\n]/g, (character) => ENTITIES[character] ?? character);
}
