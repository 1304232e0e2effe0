import { type McpAnswer, type McpRequest, withHeader } from "../../../lib/mcp/wire/mcp-request.ts";
import { everyDoor, type McpDoor, type McpOffence } from "../../../lib/mcp/refusals/doors.ts";
import type { Era } from "../../../lib/mcp/wire/era.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import { failRequirement, throwInapplicable } from "../../../lib/mcp/refusals/fails.ts";
import { refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { memberOf, responseTo, listOf } from "../../../lib/mcp/wire/rpc.ts";
import { TO_ASK, TO_READ } from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred } = chapterOf(GROUNDS.everyServer, TO_READ);
const NO_SUCH_VERSION = "1999-01-01";
const TOO_NEW_VERSION = "2099-01-01";
const REVISION_WITH_HEADER = "2025-06-18";
const UNSUPPORTED_VERSION = -32_022;
const HEADER_MISMATCH = -32_020;
const VERSION = "MCP-Protocol-Version";
const META_VERSION = "another version in `_meta` than in the header";
/** Another value of each header that repeats the body. */
const OTHER_VALUES: Readonly<Record<string, (method: string) => string>> = {
  "Mcp-Name": () => "another-tool",
  "Mcp-Method": (method) => (method === "tools/list" ? "tools/call" : "tools/list"),
  [VERSION]: () => NO_SUCH_VERSION,
};

export const unsupportedVersion = inferred("scopes.unsupported-version", {
  needs: TO_ASK,
  source: `MCP 2025-06-18 and later, Transports, Protocol Version Header`,
  text: "A request of any kind, of a revision that does not exist, is answered 400; in the era without sessions with the code -32022 and the list of supported revisions.",
  check: refusesRequests({
    offences: [
      { ...ofRevision(NO_SUCH_VERSION), says: listsRevisions },
      { ...ofRevision(TOO_NEW_VERSION), at: ({ name }) => name === "tools/list" },
    ],
    doors: versionedDoors,
    statuses: [400],
    isLaxAtBare: true,
    atQuick: ({ what }) => what.includes(NO_SUCH_VERSION),
  }),
});

/** Requests for which the version counts: the handshake agrees on one first, and the stateless era has no notifications. */
async function versionedDoors(mcp: Mcp): Promise<readonly McpDoor[]> {
  const doors = (await everyDoor(mcp)).filter(({ era, type }) => {
    const without = era.name === "handshake" ? "opening" : "notification";
    return era.revision >= REVISION_WITH_HEADER && type !== without;
  });
  if (doors.length > 0) return doors;
  return throwInapplicable("The service speaks no revision that requests name in a header.");
}

/** A request of another revision, in header and body alike. */
function ofRevision(version: string): McpOffence {
  return {
    what: `the revision ${version}`,
    change: (valid, { era }) => withHeader(withRevisionInBody(valid, era, version), VERSION, version),
    served: { what: "requests of an unknown revision are served", when: [] },
  };
}

function withRevisionInBody(request: McpRequest, { revision }: Era, version: string): McpRequest {
  const { body } = request;
  return body === undefined ? request : { ...request, body: body.replace(`"${revision}"`, `"${version}"`) };
}

/** @throws {Violation} */
function listsRevisions(answer: McpAnswer, { era: { name, revision } }: McpDoor): void {
  const { error } = responseTo(answer) ?? {};
  const listed = listOf(memberOf(error?.["data"], "supported"));
  if (name === "stateless" && (error?.["code"] !== UNSUPPORTED_VERSION || !listed.includes(revision)))
    failRequirement(`the code ${UNSUPPORTED_VERSION} and the list of revisions`, answer);
}

export const contradictingHeaders = inferred("scopes.contradicting-headers", {
  source: "MCP 2026-07-28, Transports, Server Validation",
  text: "A request of any method whose headers contradict its body is answered 400.",
  check: refusesRequests({
    offences: [
      ...Object.entries(OTHER_VALUES).map(([name, valueOf]): McpOffence => {
        return mismatch(`another ${name} than the body says`, name, (door) => valueOf(door.name));
      }),
      {
        ...mismatch(META_VERSION, "the version in `_meta`"),
        change: (valid, { era }) => withRevisionInBody(valid, era, TOO_NEW_VERSION),
        at: ({ name }) => name === "tools/list",
      },
    ],
    doors: "stateless",
    statuses: [400],
    atQuick: ({ what }) => what !== META_VERSION && !what.includes(VERSION),
  }),
});

export const missingHeaders = inferred("scopes.missing-headers", {
  source: "MCP 2026-07-28, Transports, Server Validation",
  text: "A request of any method without a header that says its method or its tool is answered 400.",
  check: refusesRequests({
    offences: ["Mcp-Name", "Mcp-Method"].map((name) =>
      mismatch(`a request without ${name}`, name, () => undefined, "without it"),
    ),
    doors: "stateless",
    statuses: [400],
    atQuick: (_offence, { type }) => type !== "opening",
  }),
});

/** A request with another header than its body needs. The error has a code for it. */
function mismatch(
  what: string,
  name: string,
  valueOf: (door: McpDoor) => string | undefined = () => undefined,
  ...when: readonly string[]
): McpOffence {
  return {
    what,
    change: (valid, door) => withHeader(valid, name, valueOf(door)),
    at: (door) => name !== "Mcp-Name" || door.name === "tools/call",
    served: { what: `${name} is not read`, when },
    says: (answer) => {
      const code = responseTo(answer)?.error?.["code"];
      if (code !== undefined && code !== HEADER_MISMATCH && code !== UNSUPPORTED_VERSION)
        failRequirement(`the code ${HEADER_MISMATCH} for ${what}`, answer, undefined, {
          what: `another code than ${HEADER_MISMATCH}`,
          when: [],
        });
    },
  };
}
