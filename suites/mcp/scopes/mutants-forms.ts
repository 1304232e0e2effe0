import { mutant } from "../../../lib/reference/mutant.ts";
import { UNDO_TOOL, WRITE_ALL_TOOL, WRITE_TOOL } from "../../../lib/reference/rules/mcp-gate.ts";
import { calling, inEra, type Occasion, unguarded, writing } from "../faults.ts";

const isWriting = calling("tools/call", WRITE_TOOL);
const hasId =
  (id: unknown): Occasion =>
  (call) =>
    isWriting(call) && call.message?.id === id;

export const batchMutants = [
  mutant("looks-at-no-message-of-a-batch", "scopes.read-only-in-a-batch", () => ({
    mcpGate: { parts: (call) => [call] },
  })),
  mutant("looks-at-the-first-message-of-a-batch", "scopes.read-only-in-a-batch", ({ mcpGate }) => ({
    mcpGate: { parts: (call) => mcpGate.parts(call).slice(0, 1) },
  })),
];

export const formMutants = [
  mutant("writes-for-notifications", "scopes.read-only-in-other-forms", writing(hasId(undefined))),
  mutant("writes-for-calls-with-the-id-null", "scopes.read-only-in-other-forms", writing(hasId(null))),
  mutant(
    "believes-the-tool-in-the-headers",
    "scopes.read-only-in-other-forms",
    writing((call) => isWriting(call) && call.headers.get("mcp-name") === "list_cards"),
  ),
  mutant(
    "writes-for-names-in-other-letters",
    "scopes.read-only-in-other-forms",
    writing(calling("tools/call", WRITE_TOOL.toUpperCase())),
  ),
  mutant(
    "writes-for-names-with-a-blank",
    "scopes.read-only-in-other-forms",
    writing(calling("tools/call", ` ${WRITE_TOOL}`)),
  ),
  mutant(
    "believes-the-tool-in-the-headers-of-a-session",
    "scopes.read-only-in-other-forms",
    writing(inEra("handshake", (call) => isWriting(call) && call.headers.get("mcp-name") === "list_cards")),
  ),
  mutant(
    "believes-the-first-of-two-names",
    "scopes.read-only-in-other-forms",
    writing((call) => isWriting(call) && call.body.includes(`"name":"list_cards","name":"${WRITE_TOOL}"`)),
  ),
  mutant("undoes-without-a-token", "scopes.read-only-undo", unguarded(calling("tools/call", UNDO_TOOL)), {
    choices: { mcpSessions: "none" },
  }),
  mutant("undoes-for-any-token", "scopes.read-only-undo", ({ mcpGate }) => ({
    mcpGate: {
      mayCall: (call, grant) =>
        (grant.scopes.length > 0 && call.message?.tool === UNDO_TOOL) || mcpGate.mayCall(call, grant),
    },
  })),
  mutant("labels-all-for-any-token", "scopes.read-only-other-tools", ({ mcpGate }) => ({
    mcpGate: {
      mayCall: (call, grant) =>
        (grant.scopes.length > 0 && call.message?.tool === WRITE_ALL_TOOL) || mcpGate.mayCall(call, grant),
    },
  })),
];
