import type { Deviation } from "../../engine/deviation.ts";
import type { Effort } from "../../engine/effort.ts";
import { InapplicableError } from "../../engine/verdict.ts";
import type { Mcp } from "../mcp.ts";
import { failRequirement } from "../oracles/fails.ts";
import { eachClient, ofClient } from "./clients.ts";
import { tokensIn } from "./exchange.ts";
import type { Flow } from "./flow.ts";
import { type Redemptions, refreshTokensRedeemed } from "./redemptions.ts";
import type { RedemptionRule } from "./wrong-redemptions.ts";

/** Checks that no wrong use of a code or refresh token of any client brings tokens, if it breaks this rule. @throws {Violation} */
export async function bringNoTokens(
  mcp: Mcp,
  look: (flow: Flow, isQuick: boolean) => Promise<Redemptions>,
  rule: RedemptionRule,
  { isQuick }: Effort,
): Promise<void> {
  await eachClient(mcp, async (flow) => brokeNoRule(await look(flow, isQuick), rule));
}

/** @throws {Violation} */
export function brokeNoRule(
  { flow, wrong }: Redemptions,
  rule: RedemptionRule,
  purpose = "",
  deviation?: Deviation,
): void {
  for (const one of wrong)
    if (one.rule === rule && tokensIn(one.answer) !== undefined)
      failRequirement(
        `no token for ${one.what}${purpose}${ofClient(flow)}`,
        one.answer,
        undefined,
        deviation,
      );
}

/** The uses of refresh tokens of a client; undefined: the server gives none. */
export async function refreshesOf(flow: Flow, { isQuick }: Effort): Promise<Redemptions | undefined> {
  try {
    return await refreshTokensRedeemed(flow, isQuick);
  } catch (error) {
    if (error instanceof InapplicableError) return undefined;
    throw error;
  }
}
