import type { Mcp } from "../mcp.ts";
import { oncePerService } from "../once-per-service.ts";
import { askForTokens, refreshableTokens, refreshFormOf } from "./exchange.ts";
import { type Flow, flowOf } from "./flow.ts";
import { type Used, withRefreshable } from "./spare-tokens.ts";

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
