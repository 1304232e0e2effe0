const SEPARATORS = /([/?&;=#]+)/;
/** A known part of at least this length is also found inside other text. */
const TELLING_CHARS = 8;
const MOST_ESCAPED = 3;

/**
 * Returns path and query of a received request in a form that reports may show. Parts of the receiver's addresses appear as
 * they came, escaped or not. Other text may be a card number, so only its length and kind of characters appear.
 * @param own the addresses of the receiver
 */
export function shownTarget(target: string, own: readonly string[]): string {
  const known = new Set(
    own.flatMap((address) => [...piecesOf(address), ...piecesOf(withoutEscapes(address))]),
  );
  const telling = [...known].filter(({ length }) => length >= TELLING_CHARS);
  const shown = (piece: string): string => {
    if (piecesOf(withoutEscapes(piece)).every((part) => known.has(part))) return piece;
    const folded = inSmallLetters(piece);
    const found = telling.find((one) => folded.includes(one));
    if (found === undefined) return shapeOf(piece);
    const [from, to] = [folded.indexOf(found), folded.indexOf(found) + found.length];
    return `${shown(piece.slice(0, from))}${piece.slice(from, to)}${shown(piece.slice(to))}`;
  };
  return target
    .split(SEPARATORS)
    .map((piece, at) => (at % 2 === 1 ? piece : shown(piece)))
    .join("");
}

/** Length and kind of a text, for example `[16 digits]`. */
function shapeOf(text: string): string {
  const { length } = text;
  const plural = length === 1 ? "" : "s";
  if (/^\d+$/.test(text)) return `[${length} digit${plural}]`;
  if (/^[a-z]+$/i.test(text)) return `[${length} letter${plural}]`;
  return /^[a-z\d]+$/i.test(text) ? `[${length} letters and digits]` : `[${length} character${plural}]`;
}

/** A text without its escapes, however often it was escaped. */
function withoutEscapes(text: string, times = MOST_ESCAPED): string {
  const decoded = text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll("%", ""), "hex").toString(),
  );
  return decoded === text || times === 0 ? text : withoutEscapes(decoded, times - 1);
}

function piecesOf(text: string): readonly string[] {
  return inSmallLetters(text)
    .split(SEPARATORS)
    .filter((piece, at) => at % 2 === 0 && piece !== "");
}

/** Other letters than those of ASCII may grow by it, and what stands behind them would move. */
function inSmallLetters(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
