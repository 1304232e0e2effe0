import type { McpAnswer } from "../wire/mcp-request.ts";
import type { Mcp } from "../service/mcp.ts";
import {
  askForTokens,
  formOf,
  freshCode,
  newTokens,
  proofsOf,
  refreshableTokens,
  refreshFormOf,
  type Tokens,
  tokensIn,
} from "./exchange.ts";
import { type Flow, flowOf } from "./flow.ts";
import { oncePerService } from "../service/once-per-service.ts";

/** Tokens with a refresh token that has not been used. */
type Refreshable = Tokens & { readonly refreshToken: string };

interface Spare {
  readonly client: string;
  readonly asked: string | undefined;
  readonly tokens: Refreshable;
}

/** An answer of the token endpoint, and the tokens that it was asked with. */
export interface Used {
  readonly answer: McpAnswer;
  readonly used: Refreshable;
}

const spares = new WeakMap<Mcp, Spare[]>();

/** Leaves tokens of a valid flow to later checks: the refresh token has not been used, and no token was revoked. */
export function keepTokens({ mcp, client }: Flow, tokens: Tokens, asked?: string): void {
  const { refreshToken } = tokens;
  if (refreshToken === undefined) return;
  const kept = spares.get(mcp) ?? [];
  kept.push({ client: client.id, asked, tokens: { ...tokens, refreshToken } });
  spares.set(mcp, kept);
}

/** The newest tokens that were left of a client, to be used up. Undefined: none. */
export function takeTokens(flow: Flow): Refreshable | undefined {
  return take(flow, () => true);
}

/** Tokens of a flow that asked for this scope, to be shown to the service only. */
export async function tokensFor(flow: Flow, asked?: string): Promise<Tokens> {
  const kept = ofClient(flow).findLast((one) => one.asked === asked);
  if (kept !== undefined) return kept.tokens;
  const tokens = await newTokens(flow, asked);
  keepTokens(flow, tokens, asked);
  return tokens;
}

/** A refresh token of any flow, to be shown to the service only. @throws {InapplicableError} without one */
export async function refreshTokenOf(flow: Flow): Promise<string> {
  const kept = ofClient(flow).at(-1);
  if (kept !== undefined) return kept.tokens.refreshToken;
  const tokens = await refreshableTokens(flow);
  keepTokens(flow, tokens);
  return tokens.refreshToken;
}

/**
 * Asks for tokens with tokens that a check has left. If that fails, it asks with new ones: a server may have revoked the
 * others.
 * @throws {InapplicableError} if the server gives no refresh token
 */
export async function withRefreshable(
  flow: Flow,
  asked: string | undefined,
  ask: (tokens: Refreshable) => Promise<McpAnswer>,
): Promise<Used> {
  const kept = take(flow, (one) => asked === undefined || one.asked === asked);
  const answer = kept === undefined ? undefined : await ask(kept);
  if (kept !== undefined && answer !== undefined && tokensIn(answer) !== undefined)
    return { answer, used: kept };
  const used = await refreshableTokens(flow, asked);
  return { answer: await ask(used), used };
}

function ofClient({ mcp, client }: Flow): readonly Spare[] {
  return (spares.get(mcp) ?? []).filter((one) => one.client === client.id);
}

function take(flow: Flow, isMeant: (spare: Spare) => boolean): Refreshable | undefined {
  const taken = ofClient(flow).findLast(isMeant);
  spares.set(
    flow.mcp,
    (spares.get(flow.mcp) ?? []).filter((one) => one !== taken),
  );
  return taken?.tokens;
}

/** Once in a run: that a valid flow of a client brings tokens, so that a refusal says something. */
export async function provenTokens(flow: Flow): Promise<void> {
  const [, tokens] = proofsOf(flow.client);
  await flow.mcp.once(tokens, async () => void (await tokensFor(flow)));
}

/** The answer to a request with an unknown code, after a valid one. */
export const unknownCode = oncePerService(async (mcp) => {
  const flow = await flowOf(mcp);
  await provenTokens(flow);
  const form = formOf(flow, "conformance-no-such-code", "conformance-verifier-0123456789-0123456789-01");
  return askForTokens(flow, form, { isProbe: true });
});

/**
 * The tokens of a flow that asked for the read-only scope, refreshed as they are.
 * @throws {InapplicableError} if the server gives no refresh token
 */
export const refreshOfReader = oncePerService(async (mcp): Promise<Used> => {
  const flow = await flowOf(mcp);
  return withRefreshable(flow, mcp.facts.scopes?.readOnly, async ({ refreshToken }) =>
    refreshed(flow, refreshToken),
  );
});

/** The same of a new flow. */
export async function newRefreshOfReader(mcp: Mcp): Promise<Used> {
  const flow = await flowOf(mcp);
  const used = await refreshableTokens(flow, mcp.facts.scopes?.readOnly);
  return { answer: await refreshed(flow, used.refreshToken), used };
}

async function refreshed(flow: Flow, refreshToken: string): Promise<Used["answer"]> {
  return askForTokens(flow, refreshFormOf(flow, refreshToken));
}

/** Opens the second connection, so that no request waits for one. */
const UNKNOWN_CODE = "conformance-no-such-code";

/** The answers to two valid requests for tokens with the same new code, at the same time over two connections. */
export async function redeemTogether(flow: Flow): Promise<readonly McpAnswer[]> {
  const { code, verifier } = await freshCode(flow);
  const beside = { isProbe: true, isBeside: true } as const;
  await askForTokens(flow, formOf(flow, UNKNOWN_CODE, verifier), beside);
  const form = formOf(flow, code, verifier);
  const asked = [askForTokens(flow, form, { isProbe: true }), askForTokens(flow, form, beside)];
  const answers = await Promise.allSettled(asked);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
}
