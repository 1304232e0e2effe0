import { isNormative } from "../engine/requirement/catalogue.ts";
import type { Pinnable } from "../profile/schema/cross-check.ts";
import { suitesFolder } from "../package/package-root.ts";
import { catalogueOf, contentsOf, loadSentences } from "./load-catalogue.ts";

/** Every requirement, and its place in the sources. */
export const sentences = await loadSentences(suitesFolder);

/** Every requirement of the API document, in its order. */
export const catalogue = catalogueOf(sentences, await contentsOf(suitesFolder));

/** The open observations that a profile may pin. */
export const pinnable: Pinnable = {
  open: catalogue.requirements.filter((one) => !isNormative(one)).map(({ id }) => id),
  known: catalogue.ids,
  replacementOf: (id) => catalogue.replacementOf(id),
};
