import {
  type Configuration,
  type ConfigurationField,
  differencesBetween,
} from "../merchant/configuration.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Attempt, Situation } from "../refusals/attempt.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import { InconclusiveError, Violation } from "../../engine/record/verdict.ts";
import { movedField, MOVING, RAISED } from "./model/deviations.ts";
import { TELLING_FALLS } from "./model/telling-falls.ts";
import { assertUnchanged, STORED } from "./oracles/assert-unchanged.ts";
import { awaitVisibleMoves, type VisibleMoves } from "./observing/update-time.ts";
import { fallenForGood, undecidedFall } from "./oracles/never-moves.ts";
import { requireVisible } from "./oracles/returned-field.ts";

interface SituationOptions {
  /** Each of them is read, and none may change. */
  readonly merchants: readonly Merchant[];
  readonly state: "enabled" | "disabled" | "disabledAgain" | "steady";
  /**
   * Whether the requirements about the effects of refusals hear the attempts. They do not hear requests that take a way which
   * the document does not show.
   */
  readonly isHeard: boolean;
  /** The requirement that a fall of the status breaks. Default: a rule judges it, or the requirement of the attempts. */
  readonly breaks?: RequirementId;
  /** As reports name all attempts together. */
  readonly what: string;
  /** With which the fields are watched that may move by themselves, and that no attempt may move. Default: only the status is. */
  readonly watches?: VisibleMoves;
  /** The circumstances of what attempts change, where no answer shows them. */
  readonly when?: readonly string[];
  /** Shows that a valid request is granted, before an attempt is accused. @throws {InconclusiveError} when it is not */
  readonly twin?: () => Promise<void>;
}

/** A webhook that the target disables by itself now and then is enabled again at most so many times. */
const TIMES_ENABLED = 3;

/** Readings with no request in between. */
const LOOKS = 3;

const TIMES_TO_BLAME = TELLING_FALLS.amongOthers;

type Readings = ReadonlyMap<Merchant, Configuration>;

/** Builds the situation of merchants whose configurations no attempt may change. A status may fall from 1 to 0 by itself. */
export function webhookSituation(options: SituationOptions): Situation {
  const { merchants, state, isHeard, breaks, what, watches, when } = options;
  const watched = watches === undefined ? [] : MOVING;
  const isLeftToRules = isHeard && breaks === undefined;
  let before: Readings = new Map();

  return {
    tellingRepetitions: TIMES_TO_BLAME,
    async enter(isNew = false) {
      const was = isNew ? new Map<Merchant, Configuration>() : before;
      const fallen = () => [...before].find(([merchant, now]) => isFall(was.get(merchant), now))?.[0];
      for (let time = 0; time < TIMES_ENABLED; time += 1) {
        before = await readingsIn(merchants, state, before.size > 0);
        if (fallen() === undefined) return awaitVisibleMoves(watches, before.values());
      }
      const merchant = fallen();
      if (merchant === undefined) return;
      throw isLeftToRules ? undecidedFall(what) : fallenForGood(merchant, what, "before and after", breaks);
    },
    async movedBy(sent) {
      const fields: ConfigurationField[] = [];
      for (const [merchant, was] of before) {
        const now = await merchant.configuration();
        if (isLeftToRules) requireVisible(was);
        if (isHeard) leaveToRules(was, now);
        else await assertKept(was, now, sent, options);
        if (isFall(was, now)) fields.push("status");
        fields.push(...differencesBetween(was, now, watched).map(({ field }) => field));
      }
      return fields;
    },
    isUnsteady: async (fields) =>
      fields.includes("status") ? isDisabledByItself(merchants) : isMoving(merchants, watches),
    mayBlameTogether: (field) => field === "status",
    accuse({ name }, field) {
      if (isLeftToRules) return;
      const isStatus = field === "status";
      const times = `each of ${TIMES_TO_BLAME} times`;
      throw new Violation(
        {
          expected: `${name} to leave \`${field}\` ${isStatus ? "at 1" : "as it was"}`,
          actual: isStatus ? `0, ${times}` : `another value, ${times}`,
          parts: [field],
          ...(when && { deviations: [movedField(field, when)] }),
        },
        breaks,
      );
    },
  };
}

/** @throws {Violation} when a value has changed that does not change by itself */
async function assertKept(
  was: Configuration,
  now: Configuration,
  sent: readonly Attempt[],
  { what, state, when, twin }: SituationOptions,
): Promise<void> {
  const isRaised = state === "disabled" && was.status === 0 && now.status === 1;
  if (isRaised || differencesBetween(was, now, STORED).length > 0) await twin?.();
  const name = nameOfChange(sent, now) ?? what;
  const wasSent = (url: string) => sent.some(({ values }) => values?.has(url) === true);
  assertUnchanged(was, now, name, { wasSent, ...(when && { when }) });
  if (isRaised)
    throw new Violation({
      expected: `${name} to leave \`status\` at 0`,
      actual: "1",
      parts: ["status"],
      ...(when && { deviations: [{ ...RAISED, when }] }),
    });
}

/** @param isAgain whether all are read after the last register: a wrong one may disable others */
async function readingsIn(
  merchants: readonly Merchant[],
  state: SituationOptions["state"],
  isAgain: boolean,
): Promise<Readings> {
  const readings = new Map<Merchant, Configuration>();
  for (const merchant of merchants) readings.set(merchant, await merchant[state]());
  if (isAgain && merchants.length > 1)
    for (const merchant of merchants) readings.set(merchant, await merchant.configuration());
  return readings;
}

async function isDisabledByItself(merchants: readonly Merchant[]): Promise<boolean> {
  for (const merchant of merchants) if (await merchant.isDisabledByItself()) return true;
  return false;
}

/** Whether fields move between readings with no other request in between. */
export async function isMoving(
  merchants: readonly Merchant[],
  watches: VisibleMoves | undefined,
): Promise<boolean> {
  for (const merchant of merchants) {
    const first = await merchant.configuration();
    await awaitVisibleMoves(watches, [first]);
    for (let look = 0; look < LOOKS; look += 1)
      if (differencesBetween(first, await merchant.configuration(), MOVING).length > 0) return true;
  }
  return false;
}

/** @throws {InconclusiveError} when a value has changed: a rule about the effects of refusals judges that */
function leaveToRules(was: Configuration, now: Configuration): void {
  const [change] = differencesBetween(was, now, STORED);
  if (change !== undefined) throw new InconclusiveError(`A refused request changed \`${change.field}\`.`);
}

/** The attempt whose callback URL is stored now. */
function nameOfChange(sent: readonly Attempt[], { callbackUrl }: Configuration): string | undefined {
  return sent.find(({ values }) => typeof callbackUrl === "string" && values?.has(callbackUrl) === true)
    ?.name;
}

function isFall(was: Configuration | undefined, now: Configuration): boolean {
  return was?.status === 1 && now.status === 0;
}
