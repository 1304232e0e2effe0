import { type Configuration, differencesBetween } from "../merchant/configuration.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Attempt, Situation } from "../refusals/attempt.ts";
import type { RequirementId } from "../../engine/requirement.ts";
import { InconclusiveError, Violation } from "../../engine/verdict.ts";
import { TELLING_FALLS } from "./model/telling-falls.ts";
import { assertUnchanged, STORED } from "./oracles/assert-unchanged.ts";
import { fallenForGood, undecidedFall } from "./oracles/never-moves.ts";
import { requireVisible } from "./oracles/returned-field.ts";

interface SituationOptions {
  /** Each of them is read, and none may change. */
  readonly merchants: readonly Merchant[];
  readonly state: "enabled" | "disabled" | "steady";
  /**
   * Whether the requirements about the effects of refusals hear the attempts. They do not hear requests that take a way which
   * the document does not show.
   */
  readonly isHeard: boolean;
  /** The requirement that a fall of the status breaks. Default: a rule judges it, or the requirement of the attempts. */
  readonly breaks?: RequirementId;
  /** As reports name all attempts together. */
  readonly what: string;
}

/** A webhook that the target disables by itself now and then is enabled again at most so many times. */
const TIMES_ENABLED = 3;

const TIMES_TO_BLAME = TELLING_FALLS.amongOthers;

type Readings = ReadonlyMap<Merchant, Configuration>;

/** Builds the situation of merchants whose configurations no attempt may change. A status may fall from 1 to 0 by itself. */
export function webhookSituation({ merchants, state, isHeard, breaks, what }: SituationOptions): Situation {
  const isLeftToRules = isHeard && breaks === undefined;
  let before: Readings = new Map();

  return {
    tellingRepetitions: TIMES_TO_BLAME,
    async enter() {
      const was = before;
      const fallen = () => [...before].find(([merchant, now]) => isFall(was.get(merchant), now))?.[0];
      for (let time = 0; time < TIMES_ENABLED; time += 1) {
        before = await readingsIn(merchants, state, was.size > 0);
        if (fallen() === undefined) return;
      }
      const merchant = fallen();
      if (merchant === undefined) return;
      throw isLeftToRules ? undecidedFall(what) : fallenForGood(merchant, what, "before and after", breaks);
    },
    async isDisturbed(sent) {
      let isFallen = false;
      for (const [merchant, was] of before) {
        const now = await merchant.configuration();
        if (isLeftToRules) requireVisible(was);
        if (isHeard) leaveToRules(was, now);
        else assertUnchanged(was, now, nameOfChange(sent, now) ?? what);
        isFallen ||= isFall(was, now);
      }
      return isFallen;
    },
    isUnsteady: async () => isUnsteady(merchants),
    accuse({ name }) {
      if (isLeftToRules) return;
      const [expected, actual] = [`${name} to leave \`status\` at 1`, `0, each of ${TIMES_TO_BLAME} times`];
      throw new Violation({ expected, actual, parts: ["status"] }, breaks);
    },
  };
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

async function isUnsteady(merchants: readonly Merchant[]): Promise<boolean> {
  for (const merchant of merchants) if (await merchant.isDisabledByItself()) return true;
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
