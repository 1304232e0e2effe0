import type { Effort } from "../../engine/requirement/effort.ts";
import { Violation } from "../../engine/record/verdict.ts";
import type { Attempt, AttemptResult } from "../../api/refusals/attempt.ts";
import { coverCases, STRENGTHS } from "../../engine/requirement/cover-cases.ts";
import { refuseAttempts } from "../../api/refusals/refuse-attempts.ts";
import type { McpAnswer } from "../wire/mcp-request.ts";
import { type McpDoor, type McpOffence, doorsNamed, everyDoor, proveDoor, wrongAnswer } from "./doors.ts";
import type { Era } from "../wire/era.ts";
import type { Mcp, McpTrial } from "../service/mcp.ts";
import { failRequirement, isStatus } from "./fails.ts";
import { doorsOfStatelessEra } from "./proofs.ts";
import { memberOf, messagesOfBatch } from "../wire/rpc.ts";

const REFUSED_FROM = 400;
const NOT_ALLOWED = 405;

interface WrongRequest {
  readonly offence: McpOffence;
  readonly door: McpDoor;
}

interface RefusedRequests {
  readonly offences:
    | readonly McpOffence[]
    | ((mcp: Mcp, effort: Effort) => readonly McpOffence[] | Promise<readonly McpOffence[]>);
  /** Names in every era, all doors, those of the era without sessions, or a choice. Default: the call of the read tool. */
  readonly doors?:
    | readonly string[]
    | "every"
    | "stateless"
    | ((mcp: Mcp, effort: Effort) => Promise<readonly McpDoor[]>);
  /** The statuses of a refusal. Default: an answer without a result has each status. */
  readonly statuses?: readonly number[];
  /** Selections of quick depth, one after the other. One that leaves nothing is ignored. */
  readonly atQuick?: (offence: McpOffence, door: McpDoor) => boolean;
  readonly eraAtQuick?: Era["name"];
  /** At each depth each offence and each door is tried once, the eras in turn. */
  readonly isSparing?: true;
  /** A GET or DELETE may be refused with any status: it may have no stream or session. */
  readonly isLaxAtBare?: true;
}

/**
 * The check that a service refuses offences at doors. At quick depth each offence and each door is tried once, the eras in
 * turn. Otherwise each offence is tried at each door.
 */
export function refusesRequests(terms: RefusedRequests): (context: McpTrial) => Promise<void> {
  return async ({ mcp, effort }) => {
    const { offences, doors = ["tools/call"] } = terms;
    const at = await doorsFor(mcp, effort, doors);
    const every = (typeof offences === "function" ? await offences(mcp, effort) : offences).flatMap(
      (offence) => at.filter((door) => offence.at?.(door) !== false).map((door) => ({ offence, door })),
    );
    const tried = planned(every, effort, terms);
    for (const { door } of tried) await proveDoor(mcp, door);
    await refuseAttempts(
      tried.map((one) => attemptOf(mcp, one, terms)),
      { every: [] },
    );
  };
}

async function doorsFor(
  mcp: Mcp,
  effort: Effort,
  doors: NonNullable<RefusedRequests["doors"]>,
): Promise<readonly McpDoor[]> {
  if (typeof doors === "function") return doors(mcp, effort);
  if (doors === "every") return everyDoor(mcp);
  return doors === "stateless" ? doorsOfStatelessEra(mcp) : doorsNamed(mcp, doors);
}

function planned(
  every: readonly WrongRequest[],
  effort: Effort,
  { atQuick = () => true, eraAtQuick, isSparing }: RefusedRequests,
): readonly WrongRequest[] {
  const among = (all: readonly WrongRequest[], isSelected: (one: WrongRequest) => boolean) => {
    const found = effort.isQuick ? all.filter(isSelected) : [];
    return found.length > 0 ? found : all;
  };
  const selected = among(
    among(every, ({ offence, door }) => atQuick(offence, door)),
    ({ door }) => door.era.name === eraAtQuick,
  );
  const factorsOf = ({ offence, door: { name, era } }: WrongRequest) =>
    effort.isQuick || isSparing !== true
      ? [offence.what, name, era.name]
      : [offence.what, `${name} ${era.name}`];
  return coverCases(selected, factorsOf, isSparing === true ? STRENGTHS.quick : effort.at(STRENGTHS));
}

function attemptOf(mcp: Mcp, { offence, door }: WrongRequest, terms: RefusedRequests): Attempt {
  const { what, without, parts } = offence;
  const name = `${what}${door.name === "tools/call" ? "" : `, at ${door.name}`} (${door.era.name})`;
  const send = async (one: McpOffence) =>
    resultOfJudging(async () => {
      const answer = await wrongAnswer(mcp, door, one);
      assertRefused(answer, name, { offence: one, door }, terms);
      return answer;
    });
  return {
    name,
    offence: what,
    door: `${door.name} (${door.era.name})`,
    send: async () => send(offence),
    ...(parts && { parts: parts.map((part) => attemptOf(mcp, { offence: part, door }, terms)) }),
    ...(without && {
      sendWithout: async () => {
        const results = await Promise.all(without.map(send));
        return results.find(({ isGranted }) => isGranted) ?? results[0];
      },
    }),
  };
}

/** The result of an attempt. @param judge sends it, and throws a Violation where the target grants it */
export async function resultOfJudging(judge: () => Promise<McpAnswer>): Promise<AttemptResult> {
  try {
    const { exchange } = await judge();
    return { isGranted: false, isProof: true, exchange, evidence: { actual: "" } };
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const { evidence } = error;
    return { isGranted: true, isProof: true, exchange: evidence.exchange ?? 0, evidence };
  }
}

function assertRefused(
  answer: McpAnswer,
  name: string,
  { offence, door }: WrongRequest,
  { statuses, isLaxAtBare }: RefusedRequests,
): void {
  const { what, served = { what: `served: ${what}`, when: [] }, says, without } = offence;
  const isPlain = door.name === "tools/call" || without === undefined;
  const when = isPlain ? served.when : [...served.when, `at ${door.name}`];
  if (statuses === undefined) {
    if (bringsResult(answer))
      failRequirement(`no result for ${name}`, answer, undefined, { ...served, when });
    return;
  }
  if (door.type === "bare" && isLaxAtBare === true && answer.status >= REFUSED_FROM) return;
  const admitted = door.type === "bare" ? [...statuses, NOT_ALLOWED] : statuses;
  isStatus(answer, admitted, name, { ...served, when });
  says?.(answer, door);
}

export function bringsResult(answer: McpAnswer): boolean {
  if (answer.status >= REFUSED_FROM) return false;
  return messagesOfBatch(answer).some((message) => memberOf(message, "result") !== undefined);
}
