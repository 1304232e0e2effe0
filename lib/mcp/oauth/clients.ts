import type { Effort } from "../../engine/requirement/effort.ts";
import { orNone } from "../discovery/discovery.ts";
import { throwInapplicable } from "../refusals/fails.ts";
import type { Mcp } from "../service/mcp.ts";
import { oncePerService } from "../service/once-per-service.ts";
import { type Flow, flowOf } from "./flow.ts";
import { provenTokens } from "./spare-tokens.ts";

/** The first client of the profile, each but at quick depth the first, each at every depth, or those without or with a secret. */
export type Clients = "first" | "each" | "each at quick too" | "public" | "confidential";

/**
 * The flows of the clients of the profile: a server may check one kind of clients alone. The second client counts only if
 * a valid flow brings it tokens: the check of its codes says why it does not.
 */
export const flowsOf = oncePerService(async (mcp): Promise<readonly Flow[]> => {
  const first = await flowOf(mcp);
  if (mcp.facts.otherClient === null) return [first];
  const others = await orNone(async () => {
    const other = await flowOf(mcp, mcp.facts.otherClient);
    await provenTokens(other);
    return [other];
  });
  return [first, ...others];
});

/** @throws {InapplicableError} if the profile has no client of this kind */
export async function flowsFor(
  mcp: Mcp,
  which: Clients,
  { isQuick }: Pick<Effort, "isQuick">,
): Promise<readonly Flow[]> {
  if (which === "first" || (which === "each" && isQuick)) return [await flowOf(mcp)];
  const flows = await flowsOf(mcp);
  if (which.startsWith("each")) return flows;
  const isPublic = which === "public";
  const ofKind = flows.filter(({ client }) => (client.secret === null) === isPublic);
  if (ofKind.length > 0) return ofKind;
  return throwInapplicable(`No client of the profile ${isPublic ? "is public" : "has a secret"}.`);
}

/** The other client of the profile, if its flow works. */
export async function flowOfAnother(flow: Flow): Promise<Flow | undefined> {
  return (await flowsOf(flow.mcp)).find(({ client }) => client.id !== flow.client.id);
}
