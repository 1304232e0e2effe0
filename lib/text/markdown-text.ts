import { terminalText } from "./terminal-text.ts";

/** Makes text of unknown origin safe within a line or a table cell of GitHub Markdown: it has no effect. */
export function markdownText(text: string): string {
  return terminalText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_{}[\]()#+!|~-]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll("@", "&#64;")
    .replace(/:(?=\/\/)/g, "&#58;")
    .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}&#46;`);
}
