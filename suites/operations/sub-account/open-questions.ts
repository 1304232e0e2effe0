import { unspecified } from "../../../lib/api/requirement.ts";
import { operation } from "../../../lib/profile/needs.ts";

export const frozenAmountUnit = unspecified("sub-account.frozen-amount-unit", {
  sections: ["2.4"],
  needs: [operation("sub-account")],
  text: "The unit and type of `frozenAmount`.",
});
