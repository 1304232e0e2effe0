import type { Presumption, Sentence } from "../../engine/requirement/requirement.ts";
import { oauthClient, otherOauthClient, writeTool } from "./mcp-needs.ts";
import type { Profile } from "../schema/profile-schema.ts";

/** Facts of an API row about a read-only run. */
export interface Queried {
  /**
   * Whether queries alone decide it, with valid and with wrong credentials. Default: a read-only run leaves
   * it uncovered.
   */
  readonly byQueries?: true;
}

/** A profile without merchants has no API to check, only an MCP service. */
export const oneMerchant: Presumption<Profile> = {
  isOffered: ({ merchants }) => merchants.length > 0,
  otherwise: ({ implements: areas }) =>
    areas?.every((area) => area === "mcp") === true
      ? {
          verdict: "inapplicable",
          code: "not-implemented",
          reason: "The profile lists only mcp under `implements`.",
          field: "implements",
        }
      : {
          verdict: "uncovered",
          code: "need-not-offered",
          reason: "The profile has no merchants.",
          field: "merchants",
        },
};

/** A run that may send more than queries. */
const mayWrite: Presumption<Profile> = {
  isOffered: ({ run }) => !run.readOnly,
  otherwise: () => ({
    verdict: "uncovered",
    code: "read-only",
    reason: "The run is read-only, and queries alone cannot decide this.",
    field: "run.readOnly",
  }),
};

/** A tool that writes, and a client that obtains tokens, leave something behind. */
const WRITING = [writeTool, oauthClient, otherOauthClient];

/** Presumptions of every row about the API. */
export function presumedOfApi({ byQueries }: Queried): readonly Presumption<Profile>[] {
  return byQueries === true ? [oneMerchant] : [oneMerchant, mayWrite];
}

/** Presumptions of every row about the MCP service. */
export function presumedOfMcp({ needs = [] }: Sentence<Profile>): readonly Presumption<Profile>[] {
  return WRITING.some((need) => needs.includes(need)) ? [mayWrite] : [];
}
