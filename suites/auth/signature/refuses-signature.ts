import { refuses } from "../../../lib/api/auth/requirement.ts";
import { claimsSignature } from "../../../lib/profile/needs/bindings.ts";

export const COMPONENTS =
  "The signature header fields are listed for every request, and the deployment claims to verify them.";
/** The common part of rows about wrong signatures. */
export const OF_SIGNATURES = {
  sections: ["4.1", "5"],
  because:
    "The deployment claims to verify the request signature; this one was not made for this request with the merchant's secret.",
  binds: claimsSignature,
};

/** Says that a wrong signature is refused. */
export function refusesSignature(
  id: string,
  row: Omit<Parameters<typeof refuses>[1], "sections" | "because" | "binds">,
): ReturnType<typeof refuses> {
  return refuses(id, { ...OF_SIGNATURES, ...row });
}
