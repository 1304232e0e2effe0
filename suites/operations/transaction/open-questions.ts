import { eachPart } from "../../../lib/engine/judge/observed.ts";
import {
  emptyBody,
  otherRecord,
  seeAnswers,
  shapesOf,
} from "../../../lib/api/operations/observe-operations.ts";
import {
  withRecords,
  NAMED_TYPES,
  NO_WORDS,
  unnamedTypes,
  type Vocabulary,
} from "../../../lib/api/operations/vocabulary.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";
import type { Plain } from "../../../lib/engine/requirement/plain.ts";

/** Observes the words of transaction records, with all bodies of the profile. */
const seeWords = (see: (words: Vocabulary) => Plain) =>
  seeAnswers("transaction", (members, operations) =>
    see(
      withRecords(
        NO_WORDS,
        members.flatMap((answer) => operations.recordsOf(answer)),
      ),
    ),
  );

export const answers = unspecified("transaction.answers", {
  sections: ["2.4", "3.3", "4.3"],
  text: "Transaction records: their fields and place in `data`, types and statuses; and the answers to an unknown id and to an empty body, with an API key and without one.",
  observe: eachPart({
    record: shapesOf("transaction"),
    "ninth type": seeWords((words) =>
      words.types.length === 0 ? "no record" : (unnamedTypes(words)[0] ?? "not seen"),
    ),
    "spelling of types": seeWords(({ types }) => {
      const others = types.filter((type) => !NAMED_TYPES.some((name) => JSON.stringify(name) === type));
      return others.length <= 1 ? "as named" : others.toSorted();
    }),
    statuses: seeWords(({ statuses }) => statuses.toSorted()),
    "unknown record": otherRecord("transaction/detail"),
    "empty body, query": emptyBody("transaction/query"),
    "empty body, detail": emptyBody("transaction/detail"),
  }),
});
