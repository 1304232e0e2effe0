import { mutant } from "../../../lib/reference/mutant.ts";
import { WRITE_TOOL } from "../../../lib/reference/rules/mcp-gate.ts";
import { calling, challenging, describingServer, inEra, unguarded, answering } from "../faults.ts";

export const challengeMutants = [
  mutant(
    "refuses-without-a-challenge",
    "authorization.challenge",
    challenging(() => []),
  ),
  mutant(
    "challenges-by-another-scheme",
    "authorization.challenge",
    challenging(([value = ""]) => [value.replace(/^Bearer/, "Basic")]),
  ),
  mutant(
    "challenges-without-a-parameter",
    "authorization.challenge",
    challenging(() => ["Bearer"]),
  ),
  mutant(
    "challenges-with-a-realm-twice",
    "authorization.challenge",
    challenging(([value = ""]) => [`${value}, realm="a", realm="b"`]),
  ),
  mutant(
    "challenges-with-an-open-quote",
    "authorization.challenge",
    challenging(([value = ""]) => [`${value}, realm="open`]),
  ),
  mutant(
    "leads-to-no-metadata",
    "authorization.resource-metadata",
    challenging(([value = ""]) => [value.replace(/\/\.well-known[^"]*/, "/nothing-here")]),
  ),
  mutant(
    "leads-to-its-metadata-by-a-path",
    "authorization.resource-metadata",
    challenging(([value = ""]) => [
      value.replace(/resource_metadata="[^/]*\/\/[^/"]*/, 'resource_metadata="'),
    ]),
  ),
  mutant("has-no-metadata", "authorization.resource-metadata", () => ({
    mcpGate: { metadataAnswer: () => new Response(null, { status: 404 }) },
  })),
  mutant(
    "speaks-an-old-revision-without-leading-to-its-metadata",
    "authorization.resource-metadata",
    challenging(() => ['Bearer realm="cards"']),
    { choices: { mcpEras: "handshake", mcpRevision: "2025-06-18" } },
  ),
  mutant("has-no-server-metadata", "authorization.server-metadata", () => ({
    mcpServer: { metadataAnswer: () => new Response(null, { status: 404 }) },
  })),
  mutant(
    "supports-no-challenge-method",
    "authorization.pkce",
    describingServer(() => ({ code_challenge_methods_supported: undefined })),
  ),
  mutant(
    "supports-plain-challenges-only",
    "authorization.pkce",
    describingServer(() => ({ code_challenge_methods_supported: ["plain"] })),
  ),
  mutant(
    "blames-a-token-that-was-not-sent",
    "authorization.error-code",
    challenging(([value = ""], _call, { error }) => [
      error === undefined ? `${value}, error="invalid_token"` : value,
    ]),
  ),
  mutant(
    "does-not-say-that-a-token-is-invalid",
    "authorization.error-code",
    challenging((values) => values.map((value) => value.replace(/, error="invalid_token"/, ""))),
  ),
  mutant(
    "does-not-hint-at-a-scope",
    "authorization.scope-hint",
    challenging((values) => values.map((value) => value.replace(/, scope="[^"]*"/, ""))),
  ),
  mutant(
    "repeats-a-bad-token",
    "authorization.token-not-repeated",
    answering(
      () => true,
      (response, { headers }) =>
        response.status === 401
          ? Response.json({ got: headers.get("authorization") }, { status: 401, headers: response.headers })
          : response,
    ),
  ),
];

export const withoutTokenMutants = [
  mutant("opens-without-a-token", "authorization.without-token-opening", unguarded(calling("initialize"))),
  mutant(
    "discovers-without-a-token",
    "authorization.without-token-opening",
    unguarded(calling("server/discover")),
  ),
  mutant("forbids-in-the-place-of-401", "authorization.without-token-opening", () => ({
    mcpGate: { status: (_call, { kind }) => (kind === "none" ? 403 : 401) },
  })),
  mutant(
    "lists-tools-without-a-token",
    "authorization.without-token-listing",
    unguarded(calling("tools/list")),
  ),
  mutant(
    "lists-tools-without-a-token-in-a-session",
    "authorization.without-token-listing",
    unguarded(inEra("handshake", calling("tools/list"))),
  ),
  mutant(
    "lists-tools-without-a-token-in-no-session",
    "authorization.without-token-listing",
    unguarded(inEra("stateless", calling("tools/list"))),
  ),
  mutant(
    "reads-without-a-token",
    "authorization.without-token-reading",
    unguarded(calling("tools/call", "list_cards")),
  ),
  mutant(
    "reads-without-a-token-in-no-session",
    "authorization.without-token-reading",
    unguarded(inEra("stateless", calling("tools/call", "list_cards"))),
  ),
  mutant(
    "writes-without-a-token",
    "authorization.without-token-writing",
    unguarded(calling("tools/call", WRITE_TOOL)),
  ),
  mutant(
    "writes-without-a-token-in-a-session",
    "authorization.without-token-writing",
    unguarded(inEra("handshake", calling("tools/call", WRITE_TOOL))),
  ),
  mutant("writes-before-it-refuses", "authorization.without-token-writing", ({ mcpGate }) => ({
    mcpGate: {
      refusal: (call, presented) => {
        const { label, card } = argumentsOf(call.body);
        if (label !== undefined) call.rules.mcpService.label(call.state.cards, card ?? "", label);
        return mcpGate.refusal(call, presented);
      },
    },
  })),
  mutant(
    "hears-notifications-without-a-token",
    "authorization.without-token-notification",
    unguarded(({ message }) => message?.method.startsWith("notifications/") === true),
  ),
  mutant(
    "streams-without-a-token",
    "authorization.without-token-stream",
    unguarded(({ method }) => method === "GET"),
  ),
  mutant(
    "ends-sessions-without-a-token",
    "authorization.without-token-stream",
    unguarded(({ method }) => method === "DELETE"),
  ),
];

/** Of a call of a tool. */
function argumentsOf(body: string): Readonly<Record<string, string | undefined>> {
  const [, text = "{}"] = /"arguments":(\{[^}]*\})/.exec(body) ?? [];
  const given: Readonly<Record<string, string | undefined>> = JSON.parse(text);
  return given;
}
