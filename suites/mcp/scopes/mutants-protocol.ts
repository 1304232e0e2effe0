import { mutant } from "../../../lib/reference/mutant.ts";
import { answering, calling, inEra, rewriting, withStatus } from "../faults.ts";

const isReading = calling("tools/call", "list_cards");

export const protocolMutants = [
  mutant(
    "answers-readings-without-a-result",
    "scopes.envelope",
    rewriting(isReading, ({ id, jsonrpc }) => ({ id, jsonrpc })),
  ),
  mutant(
    "answers-readings-with-another-jsonrpc",
    "scopes.envelope",
    rewriting(inEra("stateless", isReading), (message) => ({ ...message, jsonrpc: "1.0" })),
  ),
  mutant(
    "answers-readings-with-a-result-and-an-error",
    "scopes.envelope",
    rewriting(isReading, (message) => ({ ...message, error: { code: 0, message: "none" } })),
  ),
  mutant(
    "calls-unknown-methods-invalid",
    "scopes.unknown-method",
    rewriting(
      ({ message }) => message?.method.startsWith("conformance/") === true,
      (message) => ({
        ...message,
        error: { code: -32_600, message: "Invalid" },
      }),
    ),
  ),
  mutant(
    "answers-unknown-methods-with-200",
    "scopes.unknown-method",
    answering(
      inEra("stateless", ({ message }) => message?.method.startsWith("conformance/") === true),
      (response) => withStatus(response, 200),
    ),
  ),
  mutant(
    "succeeds-at-unknown-tools",
    "scopes.unknown-tool",
    rewriting(calling("tools/call", "conformance-no-such-tool"), ({ id, jsonrpc }) => ({
      id,
      jsonrpc,
      result: { resultType: "complete", content: [] },
    })),
  ),
  mutant(
    "agrees-to-any-revision",
    "scopes.handshake",
    rewriting(calling("initialize"), (message, { body }) => ({
      ...message,
      ...(message.result !== undefined &&
        body.includes('"1999-01-01"') && { result: { ...message.result, protocolVersion: "1999-01-01" } }),
    })),
  ),
  mutant(
    "opens-without-the-capability-of-tools",
    "scopes.handshake",
    rewriting(calling("initialize"), (message) => ({
      ...message,
      ...(message.result !== undefined && { result: { ...message.result, capabilities: {} } }),
    })),
  ),
  mutant(
    "does-not-say-who-it-is",
    "scopes.handshake",
    rewriting(calling("initialize"), (message) => ({
      ...message,
      ...(message.result !== undefined && { result: { ...message.result, serverInfo: undefined } }),
    })),
  ),
  mutant(
    "discovers-no-tools",
    "scopes.discover",
    rewriting(calling("server/discover"), (message) => ({
      ...message,
      ...(message.result !== undefined && { result: { ...message.result, capabilities: {} } }),
    })),
  ),
  mutant(
    "lists-tools-without-a-schema",
    "scopes.tool-list",
    rewriting(calling("tools/list"), (message) => ({
      ...message,
      ...(message.result !== undefined && {
        result: { ...message.result, tools: [{ name: "list_cards" }, { name: "label_card" }] },
      }),
    })),
  ),
  mutant(
    "hides-the-tool-that-writes",
    "scopes.tool-list",
    rewriting(inEra("stateless", calling("tools/list")), (message) => ({
      ...message,
      ...(message.result !== undefined && {
        result: { ...message.result, tools: [{ name: "list_cards", inputSchema: { type: "object" } }] },
      }),
    })),
  ),
  mutant(
    "lists-tools-without-end",
    "scopes.paging",
    rewriting(calling("tools/list"), (message) => ({
      ...message,
      ...(message.result !== undefined && { result: { ...message.result, nextCursor: "again" } }),
    })),
  ),
];
