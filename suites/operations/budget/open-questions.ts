import { eachPart } from "../../../lib/engine/judge/observed.ts";
import { shapesOf } from "../../../lib/api/operations/observe-operations.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";
import { exampleOf } from "../../../lib/profile/needs/needs.ts";

export const answers = unspecified("budget.answers", {
  sections: ["2.4"],
  needs: [exampleOf("budget")],
  text: "The budget operations and the fields of a budget record.",
  observe: eachPart({ record: shapesOf("budget") }),
});
