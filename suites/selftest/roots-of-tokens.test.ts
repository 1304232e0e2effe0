import { expect, test } from "vitest";
import { changing, instead, newMap, withMemory } from "../../lib/reference/changes.ts";
import { type Change, mutant } from "../../lib/reference/mutant.ts";
import type { McpCall } from "../../lib/reference/mcp/mcp-call.ts";
import type { Grant } from "../../lib/reference/mcp/mcp-state.ts";
import type { Presented } from "../../lib/reference/rules/mcp-gate.ts";
import { rootFailures } from "../../lib/reporters/text/root-failures.ts";
import { judgeReference } from "./judge-reference.ts";

const sessionOf = ({ headers }: McpCall) => headers.get("mcp-session-id") ?? "";

/** One fault of the MCP service that shows at many doors, and its root. */
const OF_TOKENS: readonly (readonly [name: string, root: string, change: Change])[] = [
  [
    "no request needs a token",
    "authorization.without-token-opening",
    instead("mcpGate.needsToken", () => false),
  ],
  [
    "a session replaces the token that opened it",
    "authorization.without-token-listing",
    withMemory(newMap<string, Presented>, (first) =>
      changing("mcpGate.presented", (presented, call) => {
        const known = first.get(sessionOf(call));
        if (presented.kind === "token" && known === undefined) first.set(sessionOf(call), presented);
        return presented.kind === "none" && sessionOf(call) !== "" ? (known ?? presented) : presented;
      }),
    ),
  ],
  [
    "tokens are known by their first twelve characters",
    "authorization.expired-token",
    withMemory(newMap<string, Grant>, (known) =>
      changing("mcpGate.grantOf", (grant, _call, token) => {
        if (grant !== undefined) known.set(token.slice(0, 12), grant);
        return known.get(token.slice(0, 12));
      }),
    ),
  ],
];

test.each(OF_TOKENS)("%s: one root, %s", async (name, root, change) => {
  const report = await judgeReference({ mcp: true, mutant: mutant(name, root, change) });
  expect(rootFailures(report.checks, ["failed"]).map(({ requirement }) => requirement)).toEqual([root]);
});
