import { unspecified } from "../../lib/api/webhook/requirement.ts";
import { refusalsOf } from "../../lib/api/webhook/observing/answer-traits.ts";

export const answerToAnUnknownPath = unspecified("envelope.unknown-path", {
  sections: ["2.3", "4", "7"],
  text: "The answer to a path that the document does not name.",
  observe: refusalsOf("unknown path"),
});
