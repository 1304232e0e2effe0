import type { Requirement } from "../../session/requirement.ts";
import type { Catalogue } from "../../engine/catalogue.ts";
import { selectsRequirement } from "../../engine/selector.ts";
import { oneMerchant } from "../../profile/presumptions.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Rejects a selection of API checks for a profile of the MCP service alone.
 * @throws {UsageError} with the selectors that match nothing of the MCP service
 */
export function assertMerchants(
  selectors: readonly string[],
  profile: Profile,
  { requirements, groups }: Catalogue<Requirement>,
): void {
  if (oneMerchant.isOffered(profile)) return;
  const ofMcp = requirements.filter(({ presumes = [] }) => !presumes.includes(oneMerchant));
  const others = selectors.filter(
    (selector) => !ofMcp.some((one) => selectsRequirement(selector, one, groups)),
  );
  if (others.length === 0) return;
  throw new UsageError(
    `Cannot check ${others.join(", ")}: the profile has no merchants. Add baseUrl, auth and merchants to the profile, or use "run mcp".`,
  );
}
