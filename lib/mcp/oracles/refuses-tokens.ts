import type { Deviation } from "../../engine/deviation.ts";
import type { Caller } from "../caller.ts";
import type { Mcp } from "../mcp.ts";
import { callRead } from "../tools.ts";
import { provenGuard } from "./proven.ts";
import { isStatus } from "./status.ts";

/** A token that is not valid, and what is wrong with it. */
export interface BadToken {
  /** For example `a token that was never issued`. */
  readonly what: string;
  readonly token: string;
  /** What a target leaves out that accepts it. */
  readonly accepted?: Deviation;
}

/**
 * Each of the tokens is refused in each era, for the reading that succeeds with the read-only token.
 * @param unknown whether a service that takes any token at all is judged elsewhere
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
