import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { WRITE_TOOL } from "../../../lib/reference/rules/mcp-gate.ts";
import { calling, challenging, describingServer, inEra, unguarded, answering } from "../faults.ts";
import { instead, replacing } from "../../../lib/reference/changes.ts";

export const challengeMutants = toMutants({
  "authorization.challenge": {
    "refuses-without-a-challenge": challenging(() => []),
    "challenges-by-another-scheme": challenging(([value = ""]) => [value.replace(/^Bearer/, "Basic")]),
    "challenges-without-a-parameter": challenging(() => ["Bearer"]),
    "challenges-with-a-realm-twice": challenging(([value = ""]) => [`${value}, realm="a", realm="b"`]),
    "challenges-with-an-open-quote": challenging(([value = ""]) => [`${value}, realm="open`]),
  },
  "authorization.resource-metadata": {
    "leads-to-no-metadata": challenging(([value = ""]) => [
      value.replace(/\/\.well-known[^"]*/, "/nothing-here"),
    ]),
    "leads-to-its-metadata-by-a-path": challenging(([value = ""]) => [
      value.replace(/resource_metadata="[^/]*\/\/[^/"]*/, 'resource_metadata="'),
    ]),
    "has-no-metadata": instead("mcpGate.metadataAnswer", () => new Response(null, { status: 404 })),
    "speaks-an-old-revision-without-leading-to-its-metadata": only(
      { choices: { mcpEras: "handshake", mcpRevision: "2025-06-18" } },
      challenging(() => ['Bearer realm="cards"']),
    ),
  },
  "authorization.server-metadata": {
    "has-no-server-metadata": instead("mcpServer.metadataAnswer", () => new Response(null, { status: 404 })),
  },
  "authorization.pkce": {
    "supports-no-challenge-method": describingServer(() => ({ code_challenge_methods_supported: undefined })),
    "supports-plain-challenges-only": describingServer(() => ({
      code_challenge_methods_supported: ["plain"],
    })),
  },
  "authorization.error-code": {
    "blames-a-token-that-was-not-sent": challenging(([value = ""], _call, { error }) => [
      error === undefined ? `${value}, error="invalid_token"` : value,
    ]),
    "does-not-say-that-a-token-is-invalid": challenging((values) =>
      values.map((value) => value.replace(/, error="invalid_token"/, "")),
    ),
  },
  "authorization.scope-hint": {
    "does-not-hint-at-a-scope": challenging((values) =>
      values.map((value) => value.replace(/, scope="[^"]*"/, "")),
    ),
  },
  "authorization.token-not-repeated": {
    "repeats-a-bad-token": answering(
      () => true,
      (response, { headers }) =>
        response.status === 401
          ? Response.json({ got: headers.get("authorization") }, { status: 401, headers: response.headers })
          : response,
    ),
  },
});

export const withoutTokenMutants = toMutants({
  "authorization.without-token-opening": {
    "opens-without-a-token": unguarded(calling("initialize")),
    "discovers-without-a-token": unguarded(calling("server/discover")),
    "forbids-in-the-place-of-401": instead("mcpGate.status", (_call, { kind }) =>
      kind === "none" ? 403 : 401,
    ),
  },
  "authorization.without-token-listing": {
    "lists-tools-without-a-token": unguarded(calling("tools/list")),
    "lists-tools-without-a-token-in-a-session": unguarded(inEra("handshake", calling("tools/list"))),
    "lists-tools-without-a-token-in-no-session": unguarded(inEra("stateless", calling("tools/list"))),
  },
  "authorization.without-token-reading": {
    "reads-without-a-token": unguarded(calling("tools/call", "list_cards")),
    "reads-without-a-token-in-no-session": unguarded(inEra("stateless", calling("tools/call", "list_cards"))),
  },
  "authorization.without-token-writing": {
    "writes-without-a-token": unguarded(calling("tools/call", WRITE_TOOL)),
    "writes-without-a-token-in-a-session": unguarded(inEra("handshake", calling("tools/call", WRITE_TOOL))),
    "writes-before-it-refuses": replacing("mcpGate.refusal", (refusal) => (call, presented) => {
      const { label, card } = argumentsOf(call.body);
      if (label !== undefined) call.rules.mcpService.label(call.state.cards, card ?? "", label);
      return refusal(call, presented);
    }),
  },
  "authorization.without-token-notification": {
    "hears-notifications-without-a-token": unguarded(
      ({ message }) => message?.method.startsWith("notifications/") === true,
    ),
  },
  "authorization.without-token-stream": {
    "streams-without-a-token": unguarded(({ method }) => method === "GET"),
    "ends-sessions-without-a-token": unguarded(({ method }) => method === "DELETE"),
  },
});

/** Of a call of a tool. */
function argumentsOf(body: string): Readonly<Record<string, string | undefined>> {
  const [, text = "{}"] = /"arguments":(\{[^}]*\})/.exec(body) ?? [];
  const given: Readonly<Record<string, string | undefined>> = JSON.parse(text);
  return given;
}
