import { unspecified } from "../../../lib/api/requirement.ts";
import { operation } from "../../../lib/profile/needs.ts";

export const ninthType = unspecified("transaction.ninth-type", {
  sections: ["3.3"],
  needs: [operation("transaction/query")],
  text: "The name of the ninth transaction type.",
});

export const recordShape = unspecified("transaction.record-shape", {
  sections: ["2.4"],
  needs: [operation("transaction/query")],
  text: "The fields of a transaction record and where the records stand in `data`.",
});
