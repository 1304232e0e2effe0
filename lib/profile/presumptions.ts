import type { Presumption, Sentence } from "../engine/requirement.ts";
import { oauthClient, otherOauthClient, writeTool } from "./needs.ts";
import type { Profile } from "./profile-schema.ts";

/** What a row about the API says of a read-only run. */
export interface Queried {
  /** Queries alone decide it, with valid and with wrong credentials. Absent: a read-only run leaves it uncovered. */
  readonly byQueries?: true;
}

/** Without a merchant there is no API to check, but an MCP service. */
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

/** What every row about the API presumes. */
export function presumedOfApi({ byQueries }: Queried): readonly Presumption<Profile>[] {
  return byQueries === true ? [oneMerchant] : [oneMerchant, mayWrite];
}

/** What every row about the MCP service presumes. */
export function presumedOfMcp({ needs = [] }: Sentence<Profile>): readonly Presumption<Profile>[] {
  return WRITING.some((need) => needs.includes(need)) ? [mayWrite] : [];
}
