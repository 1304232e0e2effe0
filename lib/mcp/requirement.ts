import type { Effort } from "../engine/requirement/effort.ts";
import { type Decision, type Need, wording } from "../engine/requirement/requirement.ts";
import { presumedOfMcp } from "../profile/needs/presumptions.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { type McpMeans, meansOf, type ServiceInEra } from "./means.ts";
import type { McpContext } from "./service/mcp.ts";
import type { Era } from "./wire/era.ts";

/** The rule of the standard that the document names. */
export interface Sourced {
  /** For example `RFC 9728, 3.3`. */
  readonly source?: string;
}

/** The functions with which the areas of the MCP service write their rows. No rule reads its answers. */
const words = wording<McpContext, Profile, never, Sourced>(presumedOfMcp);
export const { unspecified } = words;

/** Why a requirement applies to the MCP service, or to the server that its tokens come from. */
export const GROUNDS = {
  everyServer: "The document calls it an MCP service, and the specification asks it of every MCP server.",
  protectedServer: "OAuth 2.1 and the MCP authorization specification ask it of every protected MCP server.",
  readOnlyScope: "The scope is that of the token of each request, and the scope is named Read-only.",
  authorizationServer: "OAuth 2.1 asks it of every authorization server.",
  metadata:
    "The MCP service is protected by OAuth 2.1, and how its clients find the authorization server is laid down by the standards that MCP names.",
} as const;

interface McpRow extends Sourced, Omit<Decision<McpContext, never>, "check"> {
  readonly text: string;
  readonly check: (means: McpMeans) => Promise<void>;
  /** Default: those of the chapter. */
  readonly needs?: readonly Need<Profile>[];
  readonly sections?: readonly string[];
  readonly because?: string;
}

/** The functions with which a chapter writes its rows: what they share is stated once. Checks get the means of the area. */
export function chapterOf(
  because: string,
  needs: readonly Need<Profile>[],
  sections: readonly string[] = ["5"],
) {
  const whole = ({ check, ...row }: McpRow) => {
    return { sections, needs, ...row, check: async (context: McpContext) => check(meansOf(context)) };
  };
  return {
    stated: (id: string, row: McpRow) => words.stated(id, whole(row)),
    inferred: (id: string, row: McpRow) => words.inferred(id, { because, ...whole(row) }),
    advisory: (id: string, row: McpRow) => words.advisory(id, whole(row)),
  };
}

/** The check of each era that a service speaks. @param atQuick the era that is enough at quick depth. Default: each */
export function inEachEra(
  look: (service: ServiceInEra, effort: Effort) => Promise<void>,
  atQuick?: Era["name"],
): (means: McpMeans) => Promise<void> {
  return async ({ eachEra, effort }) => eachEra(async (service) => look(service, effort), atQuick);
}
