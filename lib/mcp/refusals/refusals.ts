import type { Effort } from "../../engine/requirement/effort.ts";
import { Violation } from "../../engine/record/verdict.ts";
import type { Attempt, AttemptResult } from "../../api/refusals/attempt.ts";
import { coverCases, STRENGTHS } from "../../api/refusals/cover-cases.ts";
import { refuseAttempts } from "../../api/refusals/refuse-attempts.ts";
import type { McpAnswer } from "../wire/mcp-request.ts";
import { type McpDoor, type McpOffence, readingDoors, wrongAnswer } from "./doors.ts";
import type { Era } from "../wire/era.ts";
import type { Mcp } from "../service/mcp.ts";
import { listOf } from "../wire/metadata.ts";
import { failRequirement, isStatus } from "./fails.ts";
import { proveOnce, provenList, provenReading, validNotification } from "./prove-once.ts";
import type { McpContext } from "../service/requirement.ts";
import { memberOf, messagesOf } from "../wire/rpc.ts";

const REFUSED_FROM = 400;
const NOT_ALLOWED = 405;

/** An offence at a door. */
interface WrongRequest {
  readonly offence: McpOffence;
  readonly door: McpDoor;
}

/** The requests that a service must refuse. */
interface RefusedRequests {
  readonly offences:
    | readonly McpOffence[]
    | ((mcp: Mcp, effort: Effort) => readonly McpOffence[] | Promise<readonly McpOffence[]>);
  /** Default: the call of the read tool in every era. */
  readonly doors?: (mcp: Mcp, effort: Effort) => Promise<readonly McpDoor[]>;
  /** The statuses of a refusal. Default: an answer without a result has each status. */
  readonly statuses?: readonly number[];
  /** Selections of quick depth, one after the other. One that leaves nothing is ignored. */
  readonly atQuick?: readonly ((one: WrongRequest) => boolean)[];
  /** At each depth each offence and each door is tried once, the eras in turn. */
  readonly isSparing?: true;
  /** A GET or DELETE may be refused with any status: it may have no stream or session. */
  readonly isLaxAtBare?: true;
}

/** Selects the requests of an era. */
export function inEra(name: Era["name"]): (one: WrongRequest) => boolean {
  return ({ door }) => door.era.name === name;
}

/**
 * The check that a service refuses offences at doors. At quick depth each offence and each door is tried once, the eras in
 * turn. Otherwise each offence is tried at each door.
 */
export function refusesRequests(terms: RefusedRequests): (context: McpContext) => Promise<void> {
  return async ({ mcp, effort }) => {
    const { offences, doors = readingDoors } = terms;
    const at = await doors(mcp, effort);
    const every = (typeof offences === "function" ? await offences(mcp, effort) : offences).flatMap(
      (offence) => at.filter((door) => offence.at?.(door) !== false).map((door) => ({ offence, door })),
    );
    const tried = planned(every, effort, terms);
    for (const { door } of tried) await provenDoor(mcp, door);
    await refuseAttempts(
      tried.map((one) => attemptOf(mcp, one, terms)),
      { every: [] },
    );
  };
}

function planned(
  every: readonly WrongRequest[],
  effort: Effort,
  { atQuick = [], isSparing }: RefusedRequests,
): readonly WrongRequest[] {
  const selected = (effort.isQuick ? atQuick : []).reduce((left, isSelected) => {
    const found = left.filter(isSelected);
    return found.length > 0 ? found : left;
  }, every);
  const factorsOf = ({ offence, door: { name, era } }: WrongRequest) =>
    effort.isQuick || isSparing !== true
      ? [offence.what, name, era.name]
      : [offence.what, `${name} ${era.name}`];
  return coverCases(selected, factorsOf, isSparing === true ? STRENGTHS.quick : effort.at(STRENGTHS));
}

/** That the valid request at a door succeeds. */
async function provenDoor(mcp: Mcp, { era, name, type }: McpDoor): Promise<void> {
  if (type === "opening") return;
  if (name === "tools/call") return provenReading(mcp, era);
  if (type !== "notification") return provenList(mcp, era);
  return proveOnce(mcp, `notification with the read-only token (${era.name})`, async () =>
    validNotification(mcp, era),
  );
}

function attemptOf(mcp: Mcp, { offence, door }: WrongRequest, terms: RefusedRequests): Attempt {
  const { what, without } = offence;
  const name = `${what}${door.name === "tools/call" ? "" : `, at ${door.name}`} (${door.era.name})`;
  const send = async (one: McpOffence) => {
    const answer = await wrongAnswer(mcp, door, one);
    return resultOf(answer, () => assertRefused(answer, name, { offence: one, door }, terms));
  };
  return {
    name,
    offence: what,
    door: `${door.name} (${door.era.name})`,
    send: async () => send(offence),
    ...(without && {
      sendWithout: async () => {
        const results = await Promise.all(without.map(send));
        return results.find(({ isGranted }) => isGranted) ?? results[0];
      },
    }),
  };
}

function resultOf({ exchange }: McpAnswer, judge: () => void): AttemptResult {
  try {
    judge();
    return { isGranted: false, isProof: true, exchange, evidence: { actual: "" } };
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return { isGranted: true, isProof: true, exchange, evidence: error.evidence };
  }
}

/** @throws {Violation} */
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

/** Whether any message of an answer has a result. */
export function bringsResult(answer: McpAnswer): boolean {
  if (answer.status >= REFUSED_FROM) return false;
  return messagesOf(answer)
    .flatMap((message) => (Array.isArray(message) ? listOf(message) : [message]))
    .some((message) => memberOf(message, "result") !== undefined);
}
