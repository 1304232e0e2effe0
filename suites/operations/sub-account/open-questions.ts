import { observeShapes, observeTwice } from "../../../lib/api/operations/observe-operations.ts";
import { objectsWith } from "../../../lib/api/operations/records.ts";
import { typeOf } from "../../../lib/api/json/type-of.ts";
import { fieldOf, type JsonValue } from "../../../lib/api/json/json.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";
import { exampleOf } from "../../../lib/profile/needs.ts";

export const frozenAmountUnit = unspecified("sub-account.frozen-amount-unit", {
  sections: ["2.4"],
  needs: [exampleOf("sub-account")],
  text: "The unit and type of `frozenAmount`.",
  observe: async (context) =>
    observeTwice(context, context.operations.reading("sub-account"), (answers) =>
      [...new Set(answers.flatMap(({ envelope }) => typesOf(envelope?.["data"])))].toSorted(),
    ),
});

export const recordShape = unspecified("sub-account.record-shape", {
  sections: ["2.4"],
  needs: [exampleOf("sub-account")],
  text: "The paths of the sub-account operations and the fields of a sub-account record.",
  observe: observeShapes("sub-account"),
});

function typesOf(data: JsonValue = null): readonly string[] {
  return objectsWith(data, "frozenAmount").map((one) => typeOf(fieldOf(one, "frozenAmount") ?? null));
}
