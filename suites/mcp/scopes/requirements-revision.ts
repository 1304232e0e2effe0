import { inferred } from "../../../lib/mcp/requirement.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { headersOf, type McpAnswer, type McpRequest, withHeader } from "../../../lib/mcp/door.ts";
import type { Era } from "../../../lib/mcp/era.ts";
import type { Mcp } from "../../../lib/mcp/mcp.ts";
import { headersToChange } from "../../../lib/mcp/headers-to-change.ts";
import { failRequirement, isStatus } from "../../../lib/mcp/oracles/fails.ts";
import type { Deviation } from "../../../lib/engine/deviation.ts";
import { provenKinds, provenReading, statelessEraOf } from "../../../lib/mcp/oracles/prove-once.ts";
import { listOf } from "../../../lib/mcp/metadata.ts";
import { kindsOfEras, type RequestKind, requestKinds } from "../../../lib/mcp/request-kinds.ts";
import { memberOf, responseTo } from "../../../lib/mcp/rpc.ts";
import { TO_ASK, TO_READ } from "../../../lib/profile/mcp-needs.ts";
import { OF_EVERY_SERVER } from "./grounds.ts";

const SECTIONS = ["5"] as const;
const NO_SUCH_VERSION = "1999-01-01";
const TOO_NEW_VERSION = "2099-01-01";
const REVISION_WITH_HEADER = "2025-06-18";
const UNKNOWN_REVISIONS = { what: "requests of an unknown revision are served", when: [] };
const UNSUPPORTED_VERSION = -32_022;
const HEADER_MISMATCH = -32_020;
/** The headers that repeat the body; those that fewest services compare come first. */
const HEADERS = ["Mcp-Name", "Mcp-Method", "MCP-Protocol-Version"];
const OTHER_VALUES: Readonly<Record<string, string>> = {
  "Mcp-Name": "another-tool",
  "MCP-Protocol-Version": NO_SUCH_VERSION,
};
/** A GET or DELETE without a stream or a session is an error in any case. */
const REFUSED_FROM = 400;

export const unsupportedVersion = inferred("scopes.unsupported-version", {
  sections: SECTIONS,
  needs: TO_ASK,
  source: `MCP 2025-06-18 and later, Transports, Protocol Version Header`,
  text: "A request of any kind, of a revision that does not exist, is answered 400; in the era without sessions with the code -32022 and the list of supported revisions.",
  because: OF_EVERY_SERVER,
  check: async ({ mcp, effort }) => {
    if ((await mcp.eras()).every((era) => !namesRevisions(era)))
      throw new InapplicableError("The service speaks no revision that requests name in a header.");
    await mcp.eachEra(async (era) => provenKinds(mcp, era));
    for (const { era, kind } of await kindsOfEras(mcp, effort, versionedKinds)) {
      const { name, type, build } = kind;
      const request = ofVersion(await build(mcp.readOnly), era, NO_SUCH_VERSION);
      const answer = await mcp.send({ ...request, isProbe: true });
      if (type === "bare" && answer.status >= REFUSED_FROM) continue;
      isStatus(answer, [400], `the revision ${NO_SUCH_VERSION}, at ${name} (${era.name})`, UNKNOWN_REVISIONS);
      if (era.name === "stateless") listsRevisions(era, answer);
    }
    if (!effort.isQuick) await mcp.eachEra(async (era) => refusesWhatIsTooNew(mcp, era));
  },
});

export const contradictingHeaders = inferred("scopes.contradicting-headers", {
  sections: SECTIONS,
  needs: TO_READ,
  source: "MCP 2026-07-28, Transports, Server Validation",
  text: "A request of any method whose headers contradict its body is answered 400.",
  because: OF_EVERY_SERVER,
  check: async ({ mcp, effort }) => {
    const era = await statelessEraOf(mcp);
    await provenReading(mcp, era);
    for (const { name, method, valid } of await headersToChange(mcp, era, HEADERS, effort)) {
      const another = method === "tools/list" ? "tools/call" : "tools/list";
      const request = withHeader(valid, name, OTHER_VALUES[name] ?? another);
      const unread = { what: `${name} is not read`, when: [] };
      const what = `another ${name} than the body says, at ${method}`;
      await isMismatch(mcp, { ...request, isProbe: true }, what, unread);
    }
    if (effort.isQuick) return;
    const valid = await era.request("tools/list", {}, mcp.readOnly);
    const [version] = headersOf(valid, "mcp-protocol-version");
    const request = withHeader(ofVersion(valid, era, TOO_NEW_VERSION), "MCP-Protocol-Version", version);
    const unread = { what: "the version in `_meta` is not read", when: [] };
    await isMismatch(
      mcp,
      { ...request, isProbe: true },
      "another version in `_meta` than in the header",
      unread,
    );
  },
});

export const missingHeaders = inferred("scopes.missing-headers", {
  sections: SECTIONS,
  needs: TO_READ,
  source: "MCP 2026-07-28, Transports, Server Validation",
  text: "A request of any method without a header that says its method or its tool is answered 400.",
  because: OF_EVERY_SERVER,
  check: async ({ mcp, effort }) => {
    const era = await statelessEraOf(mcp);
    await provenReading(mcp, era);
    const tries = await headersToChange(mcp, era, HEADERS.slice(0, 2), effort);
    for (const { name, method, valid } of effort.tried(tries)) {
      const request = withHeader(valid, name, undefined);
      const unread = { what: `${name} is not read`, when: ["without it"] };
      const what = `a request without ${name}, at ${method}`;
      await isMismatch(mcp, { ...request, isProbe: true }, what, unread);
    }
  },
});

async function isMismatch(mcp: Mcp, request: McpRequest, what: string, unread: Deviation): Promise<void> {
  const answer = await mcp.send(request);
  isStatus(answer, [400], what, unread);
  const code = errorCode(answer);
  if (code !== undefined && code !== HEADER_MISMATCH && code !== UNSUPPORTED_VERSION)
    failRequirement(`the code ${HEADER_MISMATCH} for ${what}`, answer, undefined, {
      what: `another code than ${HEADER_MISMATCH}`,
      when: [],
    });
}

function errorCode(answer: McpAnswer): unknown {
  return responseTo(answer, answer.request.waitsFor)?.error?.["code"];
}

/** @throws {Violation} */
async function refusesWhatIsTooNew(mcp: Mcp, era: Era): Promise<void> {
  if (!namesRevisions(era)) return;
  const valid = await era.request("tools/list", {}, mcp.readOnly);
  const answer = await mcp.send({ ...ofVersion(valid, era, TOO_NEW_VERSION), isProbe: true });
  isStatus(answer, [400], `the revision ${TOO_NEW_VERSION} (${era.name})`, UNKNOWN_REVISIONS);
}

/** Whether requests of an era name its revision in a header. */
function namesRevisions({ revision }: Era): boolean {
  return revision >= REVISION_WITH_HEADER;
}

/** Requests for which the version counts: the handshake agrees on one first, and the stateless era has no notifications. */
function versionedKinds(mcp: Mcp, era: Era): readonly RequestKind[] {
  if (!namesRevisions(era)) return [];
  const without = era.name === "handshake" ? "opening" : "notification";
  return requestKinds(mcp, era).filter(({ type }) => type !== without);
}

/** The same request as of another revision, in header and body alike. */
function ofVersion(request: McpRequest, { revision }: Era, version: string): McpRequest {
  const { body } = request;
  return {
    ...withHeader(request, "MCP-Protocol-Version", version),
    ...(body !== undefined && { body: body.replace(`"${revision}"`, `"${version}"`) }),
  };
}

/** @throws {Violation} */
function listsRevisions({ revision }: Era, answer: McpAnswer): void {
  const { error } = responseTo(answer, answer.request.waitsFor) ?? {};
  const isListed =
    error?.["code"] === UNSUPPORTED_VERSION &&
    listOf(memberOf(error["data"], "supported")).includes(revision);
  if (!isListed) failRequirement(`the code ${UNSUPPORTED_VERSION} and the list of revisions`, answer);
}
