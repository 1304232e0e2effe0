const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

/** Makes text of unknown origin safe for an element or an attribute of XML 1.0; what XML cannot hold is shown as an escape. */
export function xmlText(text: string): string {
  return text
    .replace(
      // oxlint-disable-next-line no-control-regex -- these are what XML 1.0 excludes
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
    .replace(/[&<>"'\n\r\t]/g, (character) => ENTITIES[character] ?? character);
}
