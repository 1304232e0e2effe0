import { unspecified } from "../../../lib/api/requirement.ts";
import { mcpAddress } from "../../../lib/profile/needs.ts";

export const scopeNames = unspecified("authorization.scope-names", {
  sections: ["5"],
  needs: [mcpAddress],
  text: "The names of the scopes, and which operations each allows.",
});
