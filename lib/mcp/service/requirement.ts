import type { CheckContext } from "../../engine/requirement/check-context.ts";
import { type Decision, type Need, wording } from "../../engine/requirement/requirement.ts";
import { presumedOfMcp } from "../../profile/needs/presumptions.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { Effort } from "../../engine/requirement/effort.ts";
import type { Era } from "../wire/era.ts";
import type { Mcp } from "./mcp.ts";

/** The rule of the standard that the document names. */
export interface Sourced {
  /** For example `RFC 9728, 3.3`. */
  readonly source?: string;
}

/** The means of checks of the MCP service (section 5.5). */
export interface McpContext extends CheckContext {
  /** The service. Only for a requirement whose row requires its address. */
  readonly mcp: Mcp;
}

/** The functions with which the areas of the MCP service write their rows. No rule reads its answers. */
const words = wording<McpContext, Profile, never, Sourced>(presumedOfMcp);
export const { stated, unspecified } = words;

/** Why a requirement applies to the MCP service, or to the server that its tokens come from. */
export const GROUNDS = {
  everyServer: "The document calls it an MCP service, and the specification asks it of every MCP server.",
  protectedServer: "OAuth 2.1 and the MCP authorization specification ask it of every protected MCP server.",
  readOnlyScope: "The scope is that of the token of each request, and the scope is named Read-only.",
  authorizationServer: "OAuth 2.1 asks it of every authorization server.",
  metadata:
    "The MCP service is protected by OAuth 2.1, and how its clients find the authorization server is laid down by the standards that MCP names.",
} as const;

interface McpRow extends Sourced, Decision<McpContext, never> {
  readonly text: string;
  /** Default: those of the chapter. */
  readonly needs?: readonly Need<Profile>[];
  readonly because?: string;
}

/** The functions with which a chapter writes its rows: what they share is stated once. */
export function chapterOf(
  because: string,
  needs: readonly Need<Profile>[],
  sections: readonly string[] = ["5"],
) {
  return {
    inferred: (id: string, row: McpRow) => words.inferred(id, { sections, needs, because, ...row }),
    advisory: (id: string, row: McpRow) => words.advisory(id, { sections, needs, ...row }),
  };
}

/** The check of each era that a service speaks. @param atQuick the era that is enough at quick depth. Default: each */
export function inEachEra(
  look: (mcp: Mcp, era: Era, effort: Effort) => Promise<void>,
  atQuick?: Era["name"],
): (context: McpContext) => Promise<void> {
  return async ({ mcp, effort }) =>
    mcp.eachEra(async (era) => look(mcp, era, effort), effort.isQuick ? atQuick : undefined);
}
