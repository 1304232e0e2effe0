import type { McpAnswer } from "../wire/mcp-request.ts";
import { oncePerService, perService } from "../service/once-per-service.ts";
import { freshCode } from "./authorize.ts";
import {
  hasTokens,
  newTokens,
  redeemCode,
  refreshTokens,
  type Refreshable,
  refreshableTokens,
  type TokenAnswer,
  type Tokens,
} from "./exchange.ts";
import { type Flow, flowOf } from "./flow.ts";

interface Spare {
  readonly asked: string | undefined;
  readonly tokens: Refreshable;
}

/** An answer of the token endpoint, and the tokens that it was asked with. */
interface Used {
  readonly answer: TokenAnswer;
  readonly used: Refreshable;
}

const NO_SUCH_CODE = {
  code: "conformance-no-such-code",
  verifier: "conformance-verifier-0123456789-0123456789-01",
};
/** By the ids of clients, the newest ones last. */
const spares = perService(() => new Map<string, readonly Spare[]>());

/** Leaves tokens of a valid flow to later checks: the refresh token has not been used, and no token was revoked. */
export function keepTokens(flow: Flow, { refreshToken, ...tokens }: Tokens, asked?: string): void {
  if (refreshToken === undefined) return;
  spares(flow.mcp).set(flow.client.id, [...sparesOf(flow), { asked, tokens: { ...tokens, refreshToken } }]);
}

/** The newest tokens that were left of a client, to be used up. Undefined: none. */
export function takeTokens(
  flow: Flow,
  isMeant: (spare: Spare) => boolean = () => true,
): Refreshable | undefined {
  const all = sparesOf(flow);
  const taken = all.findLast(isMeant);
  const others = all.filter((one) => one !== taken);
  spares(flow.mcp).set(flow.client.id, others);
  return taken?.tokens;
}

/** Tokens of a flow that asked for this scope, to be shown to the service only. */
export async function tokensFor(flow: Flow, asked?: string): Promise<Tokens> {
  const kept = sparesOf(flow).findLast((one) => one.asked === asked);
  if (kept !== undefined) return kept.tokens;
  const tokens = await newTokens(flow, asked);
  keepTokens(flow, tokens, asked);
  return tokens;
}

/** A refresh token of any flow, to be shown to the service only. @throws {InapplicableError} without one */
export async function refreshTokenOf(flow: Flow): Promise<string> {
  const kept = sparesOf(flow).at(-1);
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
  ask: (tokens: Refreshable) => Promise<TokenAnswer>,
): Promise<Used> {
  const kept = takeTokens(flow, (one) => asked === undefined || one.asked === asked);
  const answer = kept && (await ask(kept));
  if (kept !== undefined && answer?.tokens !== undefined) return { answer, used: kept };
  const used = await refreshableTokens(flow, asked);
  return { answer: await ask(used), used };
}

function sparesOf({ mcp, client }: Flow): readonly Spare[] {
  return spares(mcp).get(client.id) ?? [];
}

/** Once in a run: that a valid flow of a client brings tokens, so that a refusal says something. */
export async function provenTokens(flow: Flow): Promise<void> {
  if (!hasTokens(flow)) await tokensFor(flow);
}

/** The answer to a request with an unknown code, after a valid one. */
export const unknownCode = oncePerService(async (mcp): Promise<McpAnswer> => {
  const flow = await flowOf(mcp);
  await provenTokens(flow);
  return redeemCode(flow, NO_SUCH_CODE, { isProbe: true });
});

/**
 * The tokens of a flow that asked for the read-only scope, refreshed as they are.
 * @throws {InapplicableError} if the server gives no refresh token
 */
export const refreshOfReader = oncePerService(async (mcp): Promise<Used> => {
  const flow = await flowOf(mcp);
  return withRefreshable(flow, mcp.facts.scopes?.readOnly, async ({ refreshToken }) =>
    refreshTokens(flow, refreshToken),
  );
});

/** The answers to two valid requests for tokens with the same new code, at the same time over two connections. */
export async function redeemTogether(flow: Flow): Promise<readonly TokenAnswer[]> {
  const code = await freshCode(flow);
  const beside = { isProbe: true, isBeside: true } as const;
  // Opens the second connection, so that no request waits for one.
  await redeemCode(flow, NO_SUCH_CODE, beside);
  const asked = [redeemCode(flow, code, { isProbe: true }), redeemCode(flow, code, beside)];
  const answers = await Promise.allSettled(asked);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
}
