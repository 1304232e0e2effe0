/**
 * Control characters, direction marks, zero-width characters, and lone surrogates. JSON itself escapes the
 * rest below a space.
 */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\x7f-\x9f]/gu;

/** A JSON text of the same value, with escapes for everything that a terminal obeys or hides. */
export function escapedJson(json: string): string {
  return json.replace(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, unit) => escaped(character.charCodeAt(unit))).join(""),
  );
}

function escaped(unit: number): string {
  return String.raw`\u` + unit.toString(16).padStart(4, "0");
}
