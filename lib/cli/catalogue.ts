import { isNormative } from "../engine/catalogue.ts";
import { suitesFolder } from "../package-root.ts";
import { catalogueOf, loadSentences } from "./load-catalogue.ts";

/** Every requirement, and where it stands. */
export const sentences = await loadSentences(suitesFolder);

/** Every requirement of the API document, in its order. */
export const catalogue = catalogueOf(sentences);

/** The ids of what the document leaves open, which a profile may pin. */
export const openIds = catalogue.requirements.filter((one) => !isNormative(one)).map(({ id }) => id);

/** What a profile may pin, and what it need not, since it is judged. */
export const pinnable = {
  open: openIds,
  judged: catalogue.requirements.filter(isNormative).map(({ id }) => id),
};
