import { Document, isMap, isSeq, parseDocument, YAMLSeq } from "yaml";
import type { Catalogue } from "../../engine/requirement/catalogue.ts";
import type { Waiver } from "../../engine/requirement/waiver.ts";

export type NewWaiver = Omit<Waiver, "at">;

/**
 * Adds waivers to the text of a file of waivers. Existing waivers are updated in place. New ones follow, each
 * below a comment with its requirement. Comments stay.
 * @param today for example `2026-12-31`, UTC
 */
export function withWaivers(
  text: string,
  waivers: readonly NewWaiver[],
  { catalogue, today }: { readonly catalogue: Catalogue; readonly today: string },
): string {
  const document: Document = parseDocument(text);
  const list = isSeq(document.contents) ? document.contents : new YAMLSeq();
  if (list !== document.contents) document.contents = list;
  list.flow = false;
  for (const waiver of waivers) {
    const present = list.items.find((item) => isMap(item) && item.get("requirement") === waiver.requirement);
    if (isMap(present)) {
      const { reason, owner, expires } = waiver;
      for (const [name, value] of Object.entries({ reason, owner, expires })) present.set(name, value);
    } else {
      const added = new Document(waiver).contents;
      if (added !== null) added.commentBefore = about(waiver, catalogue, today);
      list.add(added);
    }
  }
  return document.toString({ lineWidth: 0 });
}

function about({ requirement }: NewWaiver, catalogue: Catalogue, today: string): string {
  const known = catalogue.find(requirement);
  if (known === undefined) return ` Added on ${today}.`;
  const sections = known.sections.map((section) => `§${section}`).join(", ");
  return ` ${sections}: ${known.text}\n Added on ${today}.`;
}
