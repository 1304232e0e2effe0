import { emptyBodies, observeShapes } from "../../../lib/api/operations/observe-operations.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";
import { exampleOf } from "../../../lib/profile/needs.ts";

export const recordShape = unspecified("card.record-shape", {
  sections: ["2.4"],
  needs: [exampleOf("card/bin/query")],
  text: "The fields of a card BIN record.",
  observe: observeShapes("card"),
});

export const emptyBody = unspecified("card.empty-body", {
  sections: ["4.3"],
  text: "What card BIN query answers to an empty body, with an API key and without one.",
  observe: emptyBodies("card/bin/query"),
});
