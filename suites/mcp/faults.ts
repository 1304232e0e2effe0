import { before, changing, instead, replacing, sayingNo } from "../../lib/reference/changes.ts";
import { all, hasMethod } from "../../lib/reference/faults.ts";
import type { McpCall } from "../../lib/reference/mcp/mcp-call.ts";
import type { Grant } from "../../lib/reference/mcp/mcp-state.ts";
import { type Change, type LimitedChange, only } from "../../lib/reference/mutant.ts";
import { mcpGateRules, WRITE_TOOL } from "../../lib/reference/rules/mcp-gate.ts";

export type McpCondition = (call: McpCall) => boolean;
type Responder = (response: Response, call: McpCall) => Response | Promise<Response>;
export type Members = Readonly<Record<string, unknown>>;
/** Members, or a function that returns them. */
export type MembersFrom<Given extends readonly unknown[], Value = unknown> =
  | Readonly<Record<string, Value>>
  | ((...given: Given) => Readonly<Record<string, Value>>);

/** A JSON-RPC message, to be changed. */
type Message = Members & { readonly result?: Members; readonly error?: Members };

/** Says that a change shows only if a request needs no session. */
export const onlyWithoutSessions = (change: Change): LimitedChange =>
  only({ choices: { mcpSessions: "none" } }, change);

export const calling =
  (method: string, tool?: string): McpCondition =>
  ({ message }) =>
    message?.method === method && (tool === undefined || message.tool === tool);

const listing = calling("tools/list");
const reading = calling("tools/call", "list_cards");
const writing = calling("tools/call", WRITE_TOOL);
const stateless: McpCondition = ({ era }) => era === "stateless";

/** Whether it is a request of this kind. */
export const is = {
  opening: calling("initialize"),
  discovering: calling("server/discover"),
  ping: calling("ping"),
  callingTool: calling("tools/call"),
  listing,
  reading,
  writing,
  notification: ({ message }) => message?.method.startsWith("notifications/") === true,
  batch: ({ batch }) => batch.length > 0,
  get: hasMethod("GET"),
  post: hasMethod("POST"),
  delete: hasMethod("DELETE"),
  handshake: ({ era }) => era === "handshake",
  stateless,
  unknownTool: calling("tools/call", "conformance-no-such-tool"),
  statelessListing: all(stateless, listing),
  statelessReading: all(stateless, reading),
  statelessWriting: all(stateless, writing),
} as const satisfies Readonly<Record<string, McpCondition>>;

export const hasId =
  (id: unknown): McpCondition =>
  ({ message }) =>
    message?.id === id;

export const hasInBody =
  (text: string): McpCondition =>
  ({ body }) =>
    body.includes(text);

/** Whether the URL has a parameter. Default: with any value. */
export const hasParameter =
  (name: string, value: string | RegExp = /^/): McpCondition =>
  ({ url }) => {
    const text = url.searchParams.get(name);
    return text !== null && (typeof value === "string" ? text === value : value.test(text));
  };

/** The member by which a server announces `iss`. */
export const ISS_FLAG = "authorization_response_iss_parameter_supported";

/** Lets requests pass without a token. */
export const unguarded = sayingNo("mcpGate.needsToken");

/** Takes some tokens that were never issued for this grant. */
export function accepting(grantOf: (call: McpCall, token: string) => Grant | undefined): Change {
  return replacing("mcpGate.grantOf", (usual) => (call, token) => usual(call, token) ?? grantOf(call, token));
}

/** The first valid grant of which this holds. Default: the first valid grant. */
export function anyGrant(call: McpCall, holds: (grant: Grant) => boolean = () => true): Grant | undefined {
  return [...call.state.grants.values()].find(
    (grant) => mcpGateRules.grantOf(call, grant.token) !== undefined && holds(grant),
  );
}

/** Takes a token from another place, if it has one. */
export function presenting(tokenOf: (call: McpCall) => string | null | undefined): Change {
  return instead("mcpGate.presented", (call) => {
    const token = tokenOf(call) ?? undefined;
    return token === undefined ? undefined : { kind: "token", token };
  });
}

/** Changes each challenge. `change` gets the error that the challenge names. */
export function challenging(change: (value: string, error: string | undefined) => string): Change {
  return changing("mcpGate.challenge", (usual, _call, { error }) =>
    usual.map((value) => change(value, error)),
  );
}

export const replacingInChallenges = (part: string | RegExp, by: string): Change =>
  challenging((value) => value.replace(part, by));

export function resourceWith(members: MembersFrom<[call: McpCall]>): Change {
  return changing("mcpGate.metadata", (usual, call) => ({ ...usual, ...membersFrom(members, call) }));
}

export function serverWith(members: MembersFrom<[call: McpCall]>): Change {
  return changing("mcpServer.metadata", (usual, call) => ({ ...usual, ...membersFrom(members, call) }));
}

export function answering(answer: Responder): Change {
  return changing("mcpGate.respond", answer);
}

/** Gives another answer instead of one with this status. */
export function turning(status: number, answer: Responder): Change {
  return answering((response, call) => (response.status === status ? answer(response, call) : response));
}

/** Gives this result, whatever the answer is. */
export function serving(result: Members): Change {
  return answering((_response, call) => resultOf(call, result));
}

export function resultOf({ message }: McpCall, result: Members, init: ResponseInit = {}): Response {
  return Response.json({ jsonrpc: "2.0", id: message?.id, result }, init);
}

export const emptyAnswer = (status: number) => (): Response => new Response(null, { status });
export const openStream = (): Response =>
  new Response(": open\n\n", { headers: { "content-type": "text/event-stream" } });

export const withStatus =
  (status: number) =>
  ({ body, headers }: Response): Response =>
    new Response(body, { status, headers });

export const withHeader =
  (name: string, value: string) =>
  ({ body, status, headers }: Response): Response => {
    const changed = new Headers(headers);
    changed.set(name, value);
    return new Response(body, { status, headers: changed });
  };

export const asText = withHeader("content-type", "text/plain");

/** Changes the JSON of the answers, in either form in which they come. */
export function rewriting(change: (message: Message, call: McpCall) => unknown): Change {
  return answering(async (response, call) => {
    const text = await response.text();
    if (!text.startsWith("{")) return new Response(text || null, response);
    const message: Message = JSON.parse(text);
    return Response.json(change(message, call), { status: response.status, headers: plain(response) });
  });
}

export function messageWith(members: MembersFrom<[message: Message, call: McpCall]>): Change {
  return rewriting((message, call) => ({ ...message, ...membersFrom(members, message, call) }));
}

/** Gives messages that have these members alone, with the id of the request. */
export function messageOf(members: Members): Change {
  return rewriting(({ id, jsonrpc }) => ({ id, jsonrpc, ...members }));
}

export function errorWith(code: number, message: string): Change {
  return messageWith({ error: { code, message } });
}

export function resultWith(members: MembersFrom<[result: Members, call: McpCall]>): Change {
  return messageWith(({ result }, call) =>
    result === undefined ? {} : { result: { ...result, ...membersFrom(members, result, call) } },
  );
}

export function toolsWith(members: MembersFrom<[tool: Members]>): Change {
  return resultWith(({ tools }) =>
    Array.isArray(tools)
      ? { tools: tools.map((tool: Members) => ({ ...tool, ...membersFrom(members, tool) })) }
      : {},
  );
}

/** Answers like the tool that reads, to every request. */
export const showingCards = answering((_response, call) => {
  const text = JSON.stringify(call.rules.mcpService.shown(call.state.cards));
  return resultOf(call, { content: [{ type: "text", text }] });
});

export function without(name: string): <T>(value: Readonly<Record<string, T>>) => Record<string, T> {
  return (value) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** Carries out the write of a request, if it is one. */
export function carryOutWrite({ body, rules, state }: McpCall): void {
  const [, text = "{}"] = /"arguments":(\{[^}]*\})/.exec(body) ?? [];
  const { label, card = "" }: Readonly<Record<string, string | undefined>> = JSON.parse(text);
  if (label !== undefined) rules.mcpService.label(state.cards, card, label);
}

/** Carries out writes for a token that does not permit them, and answers as usual. */
export const writingAnyway = before("mcpGate.respond", carryOutWrite);

/** Sets a header before the headers are compared with the body, if there is a value for it. */
export function settingHeader(name: string, valueOf: (call: McpCall) => string | undefined): Change {
  return changing("mcpService.headers", (usual, call) => {
    const value = valueOf(call);
    if (value === undefined) return usual;
    const headers = new Headers(usual);
    headers.set(name, value);
    return headers;
  });
}

export function membersFrom<Given extends readonly unknown[], Value>(
  members: MembersFrom<Given, Value>,
  ...given: Given
): Readonly<Record<string, Value>> {
  return typeof members === "function" ? members(...given) : members;
}

function plain({ headers }: Response): Headers {
  const kept = new Headers(headers);
  kept.delete("content-length");
  return kept;
}
