import type { Deviation } from "../../engine/deviation.ts";
import type { Budget, Effort } from "../../engine/effort.ts";
import type { Caller } from "../caller.ts";
import type { Era } from "../era.ts";
import type { Mcp } from "../mcp.ts";
import { NEVER_ISSUED } from "../refused-readings.ts";
import { type RequestKind, requestKinds } from "../request-kinds.ts";
import { callRead } from "../tools.ts";
import { provenGuard } from "./prove-once.ts";
import { isStatus } from "./status.ts";

/** Requests besides a reading. There are eight at most. */
const REQUESTS_TRIED: Budget = { quick: 1, standard: 4, deep: 8 };

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

/**
 * Checks that a token is rejected by every kind of request: by a reading in each era, then by others as far as the
 * depth allows.
 * @throws {Violation}
 */
export async function refusesEverywhere(mcp: Mcp, bad: BadToken, effort: Effort): Promise<void> {
  await refusesTokens(mcp, [bad]);
  const tries = (await mcp.eras()).flatMap((era) =>
    requestKinds(mcp, era)
      .filter(({ name }) => name !== "tools/call")
      .map((kind, order) => ({ era, kind, order })),
  );
  const inOrder = tries.toSorted((one, other) => one.order - other.order);
  for (const { era, kind } of inOrder.slice(0, effort.at(REQUESTS_TRIED)))
    await isRefusedAt(mcp, era, kind, bad);
}

/** A kind that a token of no server passes shows nothing, and another requirement fails. */
async function isRefusedAt(
  mcp: Mcp,
  era: Era,
  { name, type, build }: RequestKind,
  bad: BadToken,
): Promise<void> {
  const { what, token } = bad;
  const send = async (caller: Caller) => mcp.send({ ...(await build(caller)), isProbe: true });
  const admitted = type === "bare" ? [401, 405] : [401];
  const answer = await send({ name: what, token });
  if (admitted.includes(answer.status) || !admitted.includes((await send(NEVER_ISSUED)).status)) return;
  const served = { what: `served: ${what}`, when: [`at ${name}`] };
  isStatus(answer, admitted, `${what}, at ${name} (${era.name})`, served);
}
