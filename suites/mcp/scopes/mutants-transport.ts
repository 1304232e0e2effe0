import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { answering, calling, inEra, overlooking, rewriting, withHeader, withStatus } from "../faults.ts";

export const transportMutants = toMutants({
  "scopes.event-stream": {
    "answers-a-get-with-a-page": answering(
      ({ method, url }) => method === "GET" && url.pathname === "/mcp",
      (response) =>
        response.status === 200
          ? new Response("<html></html>", { headers: { "content-type": "text/html" } })
          : response,
    ),
    "fails-at-a-get": answering(
      ({ method, url }) => method === "GET" && url.pathname === "/mcp",
      (response) => (response.status === 200 ? new Response(null, { status: 404 }) : response),
    ),
  },
  "scopes.notification-answer": {
    "answers-notifications-with-200": answering(isNotification, (response) =>
      response.status === 202 ? new Response(null) : response,
    ),
    "answers-notifications-with-a-body": answering(inEra("stateless", isNotification), (response) =>
      response.status === 202 ? Response.json({}, { status: 202 }) : response,
    ),
  },
  "scopes.answer-type": {
    "answers-calls-as-text": answering(calling("tools/call"), (response) =>
      response.status === 200 ? withHeader(response, "content-type", "text/plain") : response,
    ),
  },
  "scopes.unsupported-version": {
    "serves-any-revision-in-a-session": answering(
      inEra("handshake", ({ headers }) => headers.get("mcp-protocol-version") === "1999-01-01"),
      (_response, { message }) => Response.json({ jsonrpc: "2.0", id: message?.id, result: { tools: [] } }),
    ),
    "does-not-list-its-revisions": rewriting(inEra("stateless"), ({ error, ...message }) => ({
      ...message,
      ...(error !== undefined && { error: { ...error, data: undefined } }),
    })),
    "answers-200-to-unknown-revisions": answering(inEra("stateless", calling("tools/list")), (response) =>
      response.status === 400 ? withStatus(response, 200) : response,
    ),
  },
  "scopes.contradicting-headers": {
    "looks-at-no-header": overlooking(["mcp-method", "mcp-name"]),
    "does-not-look-at-the-name": overlooking(["mcp-name"]),
    "calls-contradictions-another-error": rewriting(inEra("stateless"), ({ error, ...message }) => ({
      ...message,
      ...(error !== undefined && { error: error["code"] === -32_020 ? { ...error, code: -32_600 } : error }),
    })),
  },
  "scopes.missing-headers": {
    "does-without-headers": overlooking(["mcp-method", "mcp-name"], { isMissing: true }),
  },
});

function isNotification({ message }: McpCall): boolean {
  return message?.method.startsWith("notifications/") === true;
}
