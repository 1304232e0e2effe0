import { shownByTheRun } from "../../../lib/api/operations/observe-operations.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";
import { exampleOf } from "../../../lib/profile/needs.ts";

export const path = unspecified("three-d-secure.path", {
  sections: ["4.3"],
  needs: [exampleOf("three-d-secure")],
  text: "The path and the shapes of the 3-D Secure operation.",
  observe: shownByTheRun("three-d-secure"),
});
