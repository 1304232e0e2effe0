import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import { answering, calling, inEra, overlooking, rewriting, withHeader, withStatus } from "../faults.ts";

export const transportMutants = [
  mutant(
    "answers-a-get-with-a-page",
    "scopes.event-stream",
    answering(
      ({ method, url }) => method === "GET" && url.pathname === "/mcp",
      (response) =>
        response.status === 200
          ? new Response("<html></html>", { headers: { "content-type": "text/html" } })
          : response,
    ),
  ),
  mutant(
    "fails-at-a-get",
    "scopes.event-stream",
    answering(
      ({ method, url }) => method === "GET" && url.pathname === "/mcp",
      (response) => (response.status === 200 ? new Response(null, { status: 404 }) : response),
    ),
  ),
  mutant(
    "answers-notifications-with-200",
    "scopes.notification-answer",
    answering(isNotification, (response) => (response.status === 202 ? new Response(null) : response)),
  ),
  mutant(
    "answers-notifications-with-a-body",
    "scopes.notification-answer",
    answering(inEra("stateless", isNotification), (response) =>
      response.status === 202 ? Response.json({}, { status: 202 }) : response,
    ),
  ),
  mutant(
    "answers-calls-as-text",
    "scopes.answer-type",
    answering(calling("tools/call"), (response) =>
      response.status === 200 ? withHeader(response, "content-type", "text/plain") : response,
    ),
  ),
  mutant(
    "serves-any-revision-in-a-session",
    "scopes.unsupported-version",
    answering(
      inEra("handshake", ({ headers }) => headers.get("mcp-protocol-version") === "1999-01-01"),
      (_response, { message }) => Response.json({ jsonrpc: "2.0", id: message?.id, result: { tools: [] } }),
    ),
  ),
  mutant(
    "does-not-list-its-revisions",
    "scopes.unsupported-version",
    rewriting(inEra("stateless"), ({ error, ...message }) => ({
      ...message,
      ...(error !== undefined && { error: { ...error, data: undefined } }),
    })),
  ),
  mutant(
    "answers-200-to-unknown-revisions",
    "scopes.unsupported-version",
    answering(inEra("stateless", calling("tools/list")), (response) =>
      response.status === 400 ? withStatus(response, 200) : response,
    ),
  ),
  mutant("looks-at-no-header", "scopes.contradicting-headers", overlooking(["mcp-method", "mcp-name"])),
  mutant("does-not-look-at-the-name", "scopes.contradicting-headers", overlooking(["mcp-name"])),
  mutant(
    "calls-contradictions-another-error",
    "scopes.contradicting-headers",
    rewriting(inEra("stateless"), ({ error, ...message }) => ({
      ...message,
      ...(error !== undefined && { error: error["code"] === -32_020 ? { ...error, code: -32_600 } : error }),
    })),
  ),
  mutant(
    "does-without-headers",
    "scopes.missing-headers",
    overlooking(["mcp-method", "mcp-name"], { isMissing: true }),
  ),
];

function isNotification({ message }: McpCall): boolean {
  return message?.method.startsWith("notifications/") === true;
}
