import type { McpCall, McpEra } from "../../lib/reference/mcp/mcp-call.ts";
import type { Grant } from "../../lib/reference/mcp/mcp-state.ts";
import type { Change } from "../../lib/reference/mutant.ts";
import type { ChallengeParameters } from "../../lib/reference/rules/mcp-gate.ts";
import { changing, replacing, sayingNo } from "../../lib/reference/changes.ts";

export type Occasion = (call: McpCall) => boolean;

export const always: Occasion = () => true;

/** A call of this method. */
export const calling =
  (method: string, tool?: string): Occasion =>
  ({ message }) =>
    message?.method === method && (tool === undefined || message.tool === tool);

export const inEra =
  (era: McpEra, when: Occasion = always): Occasion =>
  (call) =>
    call.era === era && when(call);

/** A request of this method of HTTP. */
export const ofMethod =
  (name: string): Occasion =>
  ({ method }) =>
    method === name;

/** Lets some requests pass without a token. */
export function unguarded(when: Occasion): Change {
  return sayingNo("mcpGate.needsToken", when);
}

/** Takes some tokens that were never issued for this grant. */
export function accepting(
  grantOf: (call: McpCall, token: string) => Grant | undefined,
  when: Occasion = always,
): Change {
  return replacing(
    "mcpGate.grantOf",
    (usual) => (call, token) => usual(call, token) ?? (when(call) ? grantOf(call, token) : undefined),
  );
}

/** The first valid grant of which this holds. */
export function anyGrant(call: McpCall, holds: (grant: Grant) => boolean): Grant | undefined {
  return [...call.state.grants.values()].find(
    (grant) =>
      grant.resource === "ours" &&
      grant.issuer === "ours" &&
      !grant.isRevoked &&
      grant.expiresAt > call.now() &&
      holds(grant),
  );
}

/** Changes the challenge. */
export function challenging(
  change: (values: readonly string[], call: McpCall, parameters: ChallengeParameters) => readonly string[],
): Change {
  return changing("mcpGate.challenge", (usual, call, parameters) => change(usual, call, parameters));
}

/** Changes the metadata of the resource. */
export function describingResource(change: (call: McpCall) => Readonly<Record<string, unknown>>): Change {
  return changing("mcpGate.metadata", (usual, call) => ({ ...usual, ...change(call) }));
}

/** Changes the metadata of the authorization server. */
export function describingServer(change: (call: McpCall) => Readonly<Record<string, unknown>>): Change {
  return changing("mcpServer.metadata", (usual, call) => ({ ...usual, ...change(call) }));
}

/** Answers otherwise where `when` says so. */
export function answering(
  when: Occasion,
  answer: (response: Response, call: McpCall) => Response | Promise<Response>,
): Change {
  return changing("mcpGate.respond", (usual, call) => (when(call) ? answer(usual, call) : usual));
}

/** The same answer with another status. */
export function withStatus(response: Response, status: number): Response {
  return new Response(response.body, { status, headers: response.headers });
}

/** The same answer with this header. */
export function withHeader(response: Response, name: string, value: string): Response {
  const headers = new Headers(response.headers);
  headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** Changes the JSON of the answers where `when` says so, in either form in which they come. */
export function rewriting(when: Occasion, change: (message: Message, call: McpCall) => unknown): Change {
  return answering(when, async (response, call) => {
    const text = await response.text();
    if (!text.startsWith("{")) return new Response(text || null, response);
    const message: Message = JSON.parse(text);
    return Response.json(change(message, call), { status: response.status, headers: plain(response) });
  });
}

/** The same object without a member. */
export function without(name: string): <T>(value: Readonly<Record<string, T>>) => Record<string, T> {
  return (value) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** Changes the results where `when` says so. */
export function changingResult(
  when: Occasion,
  change: (result: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Change {
  return rewriting(when, (message) => ({
    ...message,
    ...(message.result !== undefined && { result: change(message.result) }),
  }));
}

/** Carries out writes for a token that does not permit them, and answers as usual. */
export function writing(when: Occasion): Change {
  return answering(when, (response, { body, rules, state }) => {
    const { params }: { readonly params: { readonly arguments: { readonly card: string; label: string } } } =
      JSON.parse(body);
    rules.mcpService.label(state.cards, params.arguments.card, params.arguments.label);
    return response;
  });
}

/** Replaces some headers of a method by values of the body, before they are compared. */
export function overlooking(
  names: readonly string[],
  { of = "tools/call", isMissing = false }: { readonly of?: string; readonly isMissing?: boolean } = {},
): Change {
  return replacing("mcpService.headers", () => ({ headers, message }) => {
    const told = new Headers(headers);
    const said = { "mcp-method": message?.method, "mcp-name": message?.tool };
    for (const [name, value] of Object.entries(said)) {
      const isMeant = names.includes(name) && value !== undefined && message?.method === of;
      if (isMeant && !(isMissing && told.has(name))) told.set(name, value);
    }
    return told;
  });
}

/** A JSON-RPC message, to be changed. */
export interface Message {
  readonly [name: string]: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: Readonly<Record<string, unknown>>;
}

function plain({ headers }: Response): Headers {
  const kept = new Headers(headers);
  kept.delete("content-length");
  return kept;
}
