import { observeShapes } from "../../../lib/api/operations/observe-operations.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";
import { exampleOf } from "../../../lib/profile/needs.ts";

export const recordShape = unspecified("budget.record-shape", {
  sections: ["2.4"],
  needs: [exampleOf("budget")],
  text: "The paths of the budget operations and the fields of a budget record.",
  observe: observeShapes("budget"),
});
