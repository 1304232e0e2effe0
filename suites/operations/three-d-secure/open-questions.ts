import { eachPart } from "../../../lib/engine/judge/observed.ts";
import type { OperationsContext } from "../../../lib/api/operations/operations-context.ts";
import { shownByTheRun } from "../../../lib/api/operations/observe-operations.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";
import { exampleOf } from "../../../lib/profile/needs/needs.ts";

export const answers = unspecified("three-d-secure.answers", {
  sections: ["4.3"],
  needs: [exampleOf("three-d-secure")],
  text: "The path and the shapes of the 3-D Secure operation.",
  observe: eachPart<OperationsContext>({ shapes: shownByTheRun("three-d-secure") }),
});
