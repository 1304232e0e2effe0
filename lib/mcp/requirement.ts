import { wording } from "../engine/requirement.ts";
import { presumedOfMcp } from "../profile/presumptions.ts";
import type { Profile } from "../profile/profile-schema.ts";
import type { CheckContext } from "../engine/check-context.ts";
import type { Mcp } from "./mcp.ts";

/** The rule of the standard that the document names. */
export interface Sourced {
  /** For example `RFC 9728, 3.3`. */
  readonly source?: string;
}

/** The functions with which the areas of the MCP service write their rows. No rule reads its answers. */
export const { stated, inferred, advisory, unspecified } = wording<McpContext, Profile, never, Sourced>(
  presumedOfMcp,
);

/** The means of checks of the MCP service (section 5.5). */
export interface McpContext extends CheckContext {
  /** The service. Only for a requirement whose row requires its address. */
  readonly mcp: Mcp;
}
