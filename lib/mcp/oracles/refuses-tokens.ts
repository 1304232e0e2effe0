import type { Deviation } from "../../engine/deviation.ts";
import type { Caller } from "../caller.ts";
import type { Mcp } from "../mcp.ts";
import { callRead } from "../tools.ts";
import { provenGuard } from "./prove-once.ts";
import { isStatus } from "./status.ts";

/** An invalid token, and its fault. */
export interface BadToken {
  /** For example `a token that was never issued`. */
  readonly what: string;
  readonly token: string;
  /** The omission of a target that accepts it. */
  readonly accepted?: Deviation;
}

/**
 * Checks that each of the tokens is rejected in each era, for the reading that succeeds with the read-only
 * token.
 * @param unknown whether another check covers a service that accepts any token
 * @throws {Violation}
 */
export async function refusesTokens(
  mcp: Mcp,
  tokens: readonly BadToken[],
  { unknown = true } = {},
): Promise<void> {
  await mcp.eachEra(async (era) => {
    await provenGuard(mcp, era, { unknown });
    for (const { what, token, accepted } of tokens) {
      const caller: Caller = { name: what, token };
      const request = await callRead(mcp, era, caller, mcp.readOnly);
      isStatus(await mcp.send({ ...request, isProbe: true }), [401], `${what} (${era.name})`, accepted);
    }
  });
}
