const BEFORE_CHARS = 12;
const SHOWN_CHARS = 40;

/** The first difference of two texts, in one phrase that counts characters from 1. Undefined: they are equal. */
export function textDifference(expected: string, actual: string): string | undefined {
  if (expected === actual) return undefined;
  const [wanted, came] = [Array.from(expected), Array.from(actual)];
  const at = wanted.findIndex((character, index) => character !== came[index]);
  if (at === -1) {
    const more = came.slice(wanted.length);
    return `${counted(more.length)} more, from character ${wanted.length + 1} on: ${part(more, 0)}`;
  }
  if (at === came.length) {
    const missing = wanted.slice(came.length);
    return `it ends after ${came.length} of ${wanted.length} characters; missing ${part(missing, 0)}`;
  }
  const from = Math.max(0, at - BEFORE_CHARS);
  return `from character ${at + 1} on: expected ${part(wanted, from)}, got ${part(came, from)}`;
}

function counted(characters: number): string {
  return characters === 1 ? "1 character" : `${characters} characters`;
}

function part(characters: readonly string[], from: number): string {
  const text = characters.slice(from, from + SHOWN_CHARS).join("");
  return `${from > 0 ? "…" : ""}"${text}"${characters.length > from + SHOWN_CHARS ? "…" : ""}`;
}
