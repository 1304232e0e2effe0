import { type Answer } from "../../../lib/api/exchange/answer.ts";
import type { OperationsContext } from "../../../lib/api/operations/operations-context.ts";
import {
  emptyBodies,
  observeShapes,
  observeTwice,
  otherRecord,
} from "../../../lib/api/operations/observe-operations.ts";
import {
  withRecords,
  NAMED_TYPES,
  NO_WORDS,
  unnamedTypes,
  type Vocabulary,
} from "../../../lib/api/operations/vocabulary.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";
import type { Observed } from "../../../lib/engine/observed.ts";
import type { Plain } from "../../../lib/engine/plain.ts";
import { exampleOf } from "../../../lib/profile/needs.ts";

export const ninthType = unspecified("transaction.ninth-type", {
  sections: ["3.3"],
  needs: [exampleOf("transaction/query")],
  text: "The name of the ninth transaction type.",
  observe: async (context) =>
    seeing(context, (words) =>
      words.types.length === 0 ? "no record" : (unnamedTypes(words)[0] ?? "not seen"),
    ),
});

export const spellingOfTypes = unspecified("transaction.type-spelling", {
  sections: ["3.3"],
  needs: [exampleOf("transaction/query")],
  text: "How the named transaction types are spelled.",
  observe: async (context) =>
    seeing(context, ({ types }) => {
      const others = types.filter((type) => !NAMED_TYPES.some((name) => JSON.stringify(name) === type));
      return others.length <= 1 ? "as named" : others.toSorted();
    }),
});

export const valuesOfStatus = unspecified("transaction.status-values", {
  sections: ["2.4", "3.3"],
  needs: [exampleOf("transaction/query")],
  text: "The values of `status` in transaction records.",
  observe: async (context) => seeing(context, ({ statuses }) => statuses.toSorted()),
});

export const recordShape = unspecified("transaction.record-shape", {
  sections: ["2.4"],
  needs: [exampleOf("transaction/query")],
  text: "The fields of a transaction record and where the records stand in `data`.",
  observe: observeShapes("transaction"),
});

export const unknownRecord = unspecified("transaction.unknown-record", {
  sections: ["4.3"],
  needs: [exampleOf("transaction/detail")],
  text: "The answer of transaction detail to an unknown id.",
  observe: async (context) => otherRecord(context, "transaction/detail"),
});

export const emptyBody = unspecified("transaction.empty-body", {
  sections: ["4.3"],
  text: "What transaction query and detail answer to an empty body, with an API key and without one.",
  observe: emptyBodies("transaction/query", "transaction/detail"),
});

/** Observes the transaction records twice, with all bodies of the profile. */
async function seeing(context: OperationsContext, see: (words: Vocabulary) => Plain): Promise<Observed> {
  const { operations } = context;
  const wordsIn = (answers: readonly Answer[]) =>
    withRecords(
      NO_WORDS,
      answers.flatMap((answer) => operations.recordsOf(answer)),
    );
  return observeTwice(context, operations.reading("transaction"), (answers) => see(wordsIn(answers)));
}
