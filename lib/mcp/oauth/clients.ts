import type { Effort } from "../../engine/requirement/effort.ts";
import type { McpContext } from "../service/requirement.ts";
import { InapplicableError, InconclusiveError, UnofferedError } from "../../engine/record/verdict.ts";
import type { Mcp } from "../service/mcp.ts";
import { oncePerService } from "../service/once-per-service.ts";
import { provenTokens } from "./spare-tokens.ts";
import { type Flow, flowOf } from "./flow.ts";

/**
 * The flows of the clients of the profile. The second client counts only if a valid flow brings it tokens: the
 * check of its codes says why it does not.
 */
const flowsOf = oncePerService(async (mcp): Promise<readonly Flow[]> => {
  const first = await flowOf(mcp);
  if (mcp.facts.otherClient === null) return [first];
  try {
    const other = await flowOf(mcp, mcp.facts.otherClient);
    await provenTokens(other);
    return [first, other];
  } catch (error) {
    if (error instanceof InconclusiveError || error instanceof UnofferedError) return [first];
    throw error;
  }
});

/** Runs the same for each client of the profile: a server may check one kind of clients alone. */
export async function eachClient(mcp: Mcp, look: (flow: Flow) => Promise<void>): Promise<void> {
  for (const flow of await flowsOf(mcp)) await look(flow);
}

/** The check of each client of the profile; at quick depth of the first one. */
export function ofEachClient(look: (flow: Flow, effort: Effort) => Promise<void>) {
  return async ({ mcp, effort }: McpContext): Promise<void> => {
    for (const flow of effort.isQuick ? [await flowOf(mcp)] : await flowsOf(mcp)) await look(flow, effort);
  };
}

/**
 * The flows of the clients without a secret, or of those with one.
 * @throws {InapplicableError} if the profile has none of them
 */
export async function flowsOfKind(mcp: Mcp, kind: "public" | "confidential"): Promise<readonly Flow[]> {
  const isPublic = kind === "public";
  const flows = (await flowsOf(mcp)).filter(({ client }) => (client.secret === null) === isPublic);
  if (flows.length > 0) return flows;
  throw new InapplicableError(`No client of the profile ${isPublic ? "is public" : "has a secret"}.`);
}

/** The other client of the profile, if its flow works. */
export async function flowOfAnother(flow: Flow): Promise<Flow | undefined> {
  return (await flowsOf(flow.mcp)).find(({ client }) => client.id !== flow.client.id);
}

/** Names a client behind what it does, unless it is the first one. */
export function ofClient({ client, mcp }: Flow): string {
  return client.id === mcp.facts.client?.id ? "" : ` (client ${client.id})`;
}
