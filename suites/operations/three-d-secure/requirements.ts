import { stated } from "../../../lib/api/requirement.ts";
import { operation } from "../../../lib/profile/needs.ts";

export const envelope = stated("three-d-secure.envelope", {
  sections: ["2.3", "4.3"],
  needs: [operation("three-d-secure")],
  text: "The operation that accepts or rejects a transaction under 3-D Secure answers with an envelope.",
});
