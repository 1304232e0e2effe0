import type { Deviation } from "../../engine/deviation.ts";
import type { Budget, Effort } from "../../engine/effort.ts";
import { type Caller, NEVER_ISSUED } from "../door.ts";
import type { Era } from "../era.ts";
import type { Mcp } from "../mcp.ts";
import { provenGuard } from "./prove-once.ts";
import { type KindInEra, kindsOfEras, type RequestKind } from "../request-kinds.ts";
import { callRead } from "../tools.ts";
import { isStatus } from "./fails.ts";

/** Requests besides a reading. There are eight at most; standard depth leaves out the end of a session. */
const REQUESTS_TRIED: Budget = { quick: 1, standard: 7, deep: 8 };

/** An invalid token, and its fault. */
export interface BadToken {
  /** For example `a token that was never issued`. */
  readonly what: string;
  readonly token: string;
  /** The omission of a target that accepts it. */
  readonly accepted?: Deviation;
}

/**
 * Checks that each of the tokens is rejected, for the reading that succeeds with the read-only token.
 * @param unknown whether another check covers a service that accepts any token
 * @throws {Violation}
 */
export async function refusesTokens(
  mcp: Mcp,
  tokens: readonly BadToken[],
  effort: Effort,
  { unknown = true } = {},
): Promise<void> {
  await mcp.inEras(tokens, effort, async (bad, era) => {
    await provenGuard(mcp, era, { unknown });
    await isRefusedReading(mcp, era, bad);
  });
}

async function isRefusedReading(mcp: Mcp, era: Era, { what, token, accepted }: BadToken): Promise<void> {
  const caller: Caller = { name: what, token };
  const request = await callRead(mcp, era, caller, mcp.readOnly);
  isStatus(await mcp.send({ ...request, isProbe: true }), [401], `${what} (${era.name})`, accepted);
}

/**
 * Checks that a token is rejected by every kind of request: by readings, then by others as far as the depth allows.
 * @param atQuick the one kind that quick depth tries
 * @throws {Violation}
 */
export async function refusesEverywhere(
  mcp: Mcp,
  bad: BadToken,
  effort: Effort,
  atQuick: "tools/call" | "tools/list" = "tools/call",
): Promise<void> {
  await mcp.eachEra(async (era) => provenGuard(mcp, era));
  const kinds = (await kindsOfEras(mcp, effort)).filter(
    ({ kind }) => !effort.isQuick || kind.name === atQuick,
  );
  const [readings, others] = [kinds.filter(isReading), kinds.filter((one) => !isReading(one))];
  for (const { era } of readings) await isRefusedReading(mcp, era, bad);
  const inOrder = orderedByKind(others);
  for (const { era, kind } of inOrder.slice(0, effort.at(REQUESTS_TRIED)))
    await isRefusedAt(mcp, era, kind, bad);
}

function isReading({ kind }: KindInEra): boolean {
  return kind.name === "tools/call";
}

/** The first kind of each era, then the second one, and so on. */
function orderedByKind(kinds: readonly KindInEra[]): readonly KindInEra[] {
  return [...Map.groupBy(kinds, ({ era }) => era).values()]
    .flatMap((ofEra) => ofEra.map((one, place) => ({ one, place })))
    .toSorted((first, second) => first.place - second.place)
    .map(({ one }) => one);
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
