import { inferred } from "../../../lib/api/webhook/requirement.ts";
import type { RuleFinding } from "../../../lib/engine/requirement/requirement.ts";
import { readUtcTime } from "../../../lib/api/json/utc-time.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";
import { CREATED_AGAIN } from "../../../lib/api/webhook/model/deviations.ts";
import { afterRegister, type Reading } from "../../../lib/api/webhook/rules/steps.ts";

/** A Date header shows whole seconds, and the clocks of two nodes may differ by two. */
const LEAST_APART_MS = 3_000;
const STEPS_PER_MS = 10n ** 27n;

export const movesUpdateTime = inferred("register.moves-update-time", {
  sections: ["2.1", "3.2"],
  reads: ["updateTime", "callbackUrl"],
  text: "Registering another URL moves `updateTime`, where it was read some seconds and a unit of its precision before.",
  because: "`updateTime` is the time of the last update, and to register another URL is an update.",
  rule: afterRegister(isMoved),
});

const STAYS = { what: "updateTime stays", when: [], part: "updateTime", otherwise: CREATED_AGAIN };

/** Two readings that far apart show the same time; then another URL was registered, and the time is the same again, by a clock that goes on. Its form is judged elsewhere. */
function isMoved({ now, times, known: { unmoved, seenAt } }: Reading): readonly RuleFinding[] {
  const { updateTime, callbackUrl } = now;
  if (unmoved === undefined || seenAt === undefined || typeof updateTime !== "string") return NOTHING;
  if (updateTime !== unmoved.updateTime) return KEPT;
  const time = readUtcTime(updateTime);
  if (time === undefined) return NOTHING;
  const leastMs = LEAST_APART_MS + Number(time.precision / STEPS_PER_MS);
  if (seenAt - unmoved.at < leastMs || callbackUrl === unmoved.callbackUrl) return KEPT;
  if (!times.isTelling(updateTime)) return NOTHING;
  const seconds = Math.floor((seenAt - unmoved.at) / 1000);
  return broken(
    "another `updateTime` after another URL was registered",
    `${updateTime}, as it was at least ${seconds} s before`,
    { parts: ["updateTime"], deviations: [STAYS] },
  );
}
