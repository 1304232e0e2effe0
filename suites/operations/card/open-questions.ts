import { eachPart } from "../../../lib/engine/judge/observed.ts";
import { emptyBody, shapesOf } from "../../../lib/api/operations/observe-operations.ts";
import { unspecified } from "../../../lib/api/operations/requirement.ts";

export const answers = unspecified("card.answers", {
  sections: ["2.4", "4.3"],
  text: "The fields of a card BIN record, and what card BIN query answers to an empty body, with an API key and without one.",
  observe: eachPart({ record: shapesOf("card"), "empty body": emptyBody("card/bin/query") }),
});
