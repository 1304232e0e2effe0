import { Document, isMap, isScalar, type Pair, parseDocument, Scalar, type ScalarTag, YAMLMap } from "yaml";
import type { Catalogue } from "../../engine/requirement/catalogue.ts";

const PINS = "pins";
/** Characters that editors and terminals do not show. */
const ODD = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** As a key, it has another meaning without quotes. */
const MERGE_KEY = "<<";

/**
 * Quotes a text of the target that YAML, an editor or a terminal would not show as it is. Unusual characters
 * become escapes.
 */
const ODD_TEXT: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  test: /(?!)/,
  identify: (value) => typeof value === "string" && (value === MERGE_KEY || value.search(ODD) !== -1),
  resolve: (text) => text,
  stringify: ({ value }) => JSON.stringify(value).replace(ODD, escaped),
};

/**
 * Adds pins to the text of a profile. Existing pins are replaced in place. New pins follow, each with a
 * comment about its requirement. Everything else stays.
 */
export function withPins(
  text: string,
  pins: Readonly<Record<string, unknown>>,
  catalogue: Catalogue,
): string {
  const document = parseDocument(text);
  const pair = pairOf(document);
  const block = isMap(pair?.value) ? pair.value : new YAMLMap();
  if (block.items.length === 0) block.flow = false;
  for (const [id, value] of Object.entries(pins)) {
    if (block.has(id)) replace(block, id, value);
    else block.add(document.createPair(explained(id, block, catalogue), value));
  }
  return spliced(text, pair, rendered(pair, block));
}

function pairOf({ contents }: Document): Pair | undefined {
  return isMap(contents) ? contents.items.find(({ key }) => isScalar(key) && key.value === PINS) : undefined;
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** A scalar keeps its comment. */
function replace(block: YAMLMap, id: string, value: unknown): void {
  const present = block.get(id, true);
  const isPlain = typeof value !== "object" || value === null;
  if (isPlain && isScalar(present)) present.value = value;
  else block.set(id, new Document(value).contents);
}

/** The id as a key, with a comment about its requirement before it, if there is room. */
function explained(id: string, block: YAMLMap, catalogue: Catalogue): Scalar {
  const key = new Scalar(id);
  const about = catalogue.find(id);
  if (about === undefined || block.flow === true) return key;
  const { sections, text } = about;
  key.commentBefore = ` ${sections.map((section) => `§${section}`).join(", ")}: ${text}`;
  return key;
}

function rendered(pair: Pair | undefined, block: YAMLMap): string {
  const alone = new Document(new YAMLMap(), { customTags: (tags) => [ODD_TEXT, ...tags] });
  alone.set(pair?.key ?? PINS, block);
  return alone.toString({ lineWidth: 0 });
}

/** Replaces the pins of the text, or adds them at its end. */
function spliced(text: string, pair: Pair | undefined, block: string): string {
  const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
  if (start === undefined) return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${block}`;
  const end =
    (isMap(pair?.value) || isScalar(pair?.value) ? pair.value.range?.[2] : undefined) ??
    start + PINS.length + 1;
  const said = text.slice(start, end);
  const space = said.slice(said.trimEnd().length);
  const gap = space === "" && !text.slice(end).startsWith("\n") ? "\n" : space;
  return `${text.slice(0, start)}${block.trimEnd()}${gap}${text.slice(end)}`;
}
