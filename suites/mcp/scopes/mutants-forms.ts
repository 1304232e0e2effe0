import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { UNDO_TOOL, WRITE_ALL_TOOL, WRITE_TOOL } from "../../../lib/reference/rules/mcp-gate.ts";
import { calling, inEra, type Occasion, unguarded, writing } from "../faults.ts";
import { changing, instead, sayingYes } from "../../../lib/reference/changes.ts";

const isWriting = calling("tools/call", WRITE_TOOL);
const hasId =
  (id: unknown): Occasion =>
  (call) =>
    isWriting(call) && call.message?.id === id;

export const batchMutants = toMutants({
  "scopes.read-only-in-a-batch": {
    "looks-at-no-message-of-a-batch": instead("mcpGate.parts", (call) => [call]),
    "looks-at-the-first-message-of-a-batch": changing("mcpGate.parts", (usual) => usual.slice(0, 1)),
  },
});

export const formMutants = toMutants({
  "scopes.read-only-in-other-forms": {
    "writes-for-notifications": writing(hasId(undefined)),
    "writes-for-calls-with-the-id-null": writing(hasId(null)),
    "believes-the-tool-in-the-headers": writing(
      (call) => isWriting(call) && call.headers.get("mcp-name") === "list_cards",
    ),
    "writes-for-names-in-other-letters": writing(calling("tools/call", WRITE_TOOL.toUpperCase())),
    "writes-for-names-with-a-blank": writing(calling("tools/call", ` ${WRITE_TOOL}`)),
    "believes-the-tool-in-the-headers-of-a-session": writing(
      inEra("handshake", (call) => isWriting(call) && call.headers.get("mcp-name") === "list_cards"),
    ),
    "believes-the-first-of-two-names": writing(
      (call) => isWriting(call) && call.body.includes(`"name":"list_cards","name":"${WRITE_TOOL}"`),
    ),
  },
  "scopes.read-only-undo": {
    "undoes-without-a-token": only(
      { choices: { mcpSessions: "none" } },
      unguarded(calling("tools/call", UNDO_TOOL)),
    ),
    "undoes-for-any-token": sayingYes(
      "mcpGate.mayCall",
      (call, grant) => grant.scopes.length > 0 && call.message?.tool === UNDO_TOOL,
    ),
  },
  "scopes.read-only-other-tools": {
    "labels-all-for-any-token": sayingYes(
      "mcpGate.mayCall",
      (call, grant) => grant.scopes.length > 0 && call.message?.tool === WRITE_ALL_TOOL,
    ),
  },
});
