import { emptyBodies, observeShapes } from "../../../lib/api/operations/observe-operations.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";
import { exampleOf } from "../../../lib/profile/needs.ts";

export const recordShape = unspecified("account.record-shape", {
  sections: ["2.4"],
  needs: [exampleOf("account/detail")],
  text: "The fields of an account record.",
  observe: observeShapes("account"),
});

export const emptyBody = unspecified("account.empty-body", {
  sections: ["4.3"],
  text: "What account detail answers to an empty body, with an API key and without one.",
  observe: emptyBodies("account/detail"),
});
