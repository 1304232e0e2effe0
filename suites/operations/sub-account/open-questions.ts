import { eachPart } from "../../../lib/engine/judge/observed.ts";
import { seeAnswers, shapesOf } from "../../../lib/api/operations/observe-operations.ts";
import { objectsWith } from "../../../lib/api/operations/records.ts";
import { typeOf } from "../../../lib/api/json/type-of.ts";
import { fieldOf, type JsonValue } from "../../../lib/api/json/json.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";
import { exampleOf } from "../../../lib/profile/needs/needs.ts";

export const answers = unspecified("sub-account.answers", {
  sections: ["2.4"],
  needs: [exampleOf("sub-account")],
  text: "The sub-account operations, the fields of a sub-account record, and the type of `frozenAmount`.",
  observe: eachPart({
    record: shapesOf("sub-account"),
    "type of frozenAmount": seeAnswers("sub-account", (members) =>
      [...new Set(members.flatMap(({ envelope }) => typesOf(envelope?.["data"])))].toSorted(),
    ),
  }),
});

function typesOf(data: JsonValue = null): readonly string[] {
  return objectsWith(data, "frozenAmount").map((one) => typeOf(fieldOf(one, "frozenAmount") ?? null));
}
