import { toMutants } from "../../../lib/reference/mutant.ts";
import { answering, calling, inEra, rewriting, withStatus } from "../faults.ts";

const isReading = calling("tools/call", "list_cards");

export const protocolMutants = toMutants({
  "scopes.envelope": {
    "answers-readings-without-a-result": rewriting(isReading, ({ id, jsonrpc }) => ({ id, jsonrpc })),
    "answers-readings-with-another-jsonrpc": rewriting(inEra("stateless", isReading), (message) => ({
      ...message,
      jsonrpc: "1.0",
    })),
    "answers-readings-with-a-result-and-an-error": rewriting(isReading, (message) => ({
      ...message,
      error: { code: 0, message: "none" },
    })),
  },
  "scopes.unknown-method": {
    "calls-unknown-methods-invalid": rewriting(
      ({ message }) => message?.method.startsWith("conformance/") === true,
      (message) => ({
        ...message,
        error: { code: -32_600, message: "Invalid" },
      }),
    ),
    "answers-unknown-methods-with-200": answering(
      inEra("stateless", ({ message }) => message?.method.startsWith("conformance/") === true),
      (response) => withStatus(response, 200),
    ),
  },
  "scopes.unknown-tool": {
    "succeeds-at-unknown-tools": rewriting(
      calling("tools/call", "conformance-no-such-tool"),
      ({ id, jsonrpc }) => ({
        id,
        jsonrpc,
        result: { resultType: "complete", content: [] },
      }),
    ),
  },
  "scopes.handshake": {
    "agrees-to-any-revision": rewriting(calling("initialize"), (message, { body }) => ({
      ...message,
      ...(message.result !== undefined &&
        body.includes('"1999-01-01"') && { result: { ...message.result, protocolVersion: "1999-01-01" } }),
    })),
    "ends-revisions-with-a-line-break": rewriting(calling("initialize"), (message) => ({
      ...message,
      ...(message.result !== undefined && {
        result: { ...message.result, protocolVersion: `${String(message.result["protocolVersion"])}\n` },
      }),
    })),
    "opens-without-the-capability-of-tools": rewriting(calling("initialize"), (message) => ({
      ...message,
      ...(message.result !== undefined && { result: { ...message.result, capabilities: {} } }),
    })),
    "does-not-say-who-it-is": rewriting(calling("initialize"), (message) => ({
      ...message,
      ...(message.result !== undefined && { result: { ...message.result, serverInfo: undefined } }),
    })),
  },
  "scopes.discover": {
    "discovers-no-tools": rewriting(calling("server/discover"), (message) => ({
      ...message,
      ...(message.result !== undefined && { result: { ...message.result, capabilities: {} } }),
    })),
  },
  "scopes.tool-list": {
    "lists-tools-without-a-schema": rewriting(calling("tools/list"), (message) => ({
      ...message,
      ...(message.result !== undefined && {
        result: { ...message.result, tools: [{ name: "list_cards" }, { name: "label_card" }] },
      }),
    })),
    "hides-the-tool-that-writes": rewriting(inEra("stateless", calling("tools/list")), (message) => ({
      ...message,
      ...(message.result !== undefined && {
        result: { ...message.result, tools: [{ name: "list_cards", inputSchema: { type: "object" } }] },
      }),
    })),
  },
  "scopes.paging": {
    "lists-tools-without-end": rewriting(calling("tools/list"), (message) => ({
      ...message,
      ...(message.result !== undefined && { result: { ...message.result, nextCursor: "again" } }),
    })),
  },
});
