import { advisory, inferred, stated } from "../../../lib/api/webhook/requirement.ts";
import { CREATED_AGAIN } from "../../../lib/api/webhook/model/deviations.ts";
import type { RuleFinding } from "../../../lib/engine/requirement/requirement.ts";
import type { JsonObject } from "../../../lib/api/json/json.ts";
import { isBeforeOnAnyNode, readUtcTime } from "../../../lib/api/json/utc-time.ts";
import { type ConfigurationField, FIELD_FORMS } from "../../../lib/api/merchant/configuration.ts";
import {
  bothRules,
  isNearTheWrite,
  isInUtc,
  STEPS_PER_MS,
  backDeviations,
} from "../../../lib/api/webhook/rules/by-their-clock.ts";
import { everyConfiguration, everyField } from "../../../lib/api/webhook/rules/every-answer.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";

/** Says that a field has its form, where it is present. */
function hasItsForm(id: string, field: ConfigurationField, form: string, ...more: readonly string[]) {
  const isTime = field === "createTime" || field === "updateTime";
  return stated(id, {
    byQueries: true,
    sections: ["2.1", ...more],
    reads: [field],
    text: `\`${field}\`, where present, is ${form}.`,
    rule: isTime ? isInUtc(field, FIELD_FORMS[field]) : everyField(field, FIELD_FORMS[field]),
  });
}

const TIME = "a real date and time in ISO 8601, in UTC";
const TYPES = "a string that holds a JSON array of strings";
const STATUS = "the integer 1 (enabled) or 0 (disabled)";
const COUNT = "an integer and not negative";

export const idIsAnInteger = hasItsForm("configuration.id-integer", "id", "an integer of any size");
export const merchantIdIsAString = hasItsForm("configuration.merchant-id-string", "merchantId", "a string");
export const callbackUrlIsAString = hasItsForm(
  "configuration.callback-url-string",
  "callbackUrl",
  "a string",
);
export const eventTypesHoldAJsonArray = hasItsForm(
  "configuration.event-types-json",
  "eventTypes",
  TYPES,
  "6",
);
export const statusIsZeroOrOne = hasItsForm("configuration.status-zero-or-one", "status", STATUS, "3.1");
export const retryCountIsANaturalNumber = hasItsForm(
  "configuration.retry-count-integer",
  "retryCount",
  COUNT,
  "6",
);
export const createTimeIsInUtc = hasItsForm("configuration.create-time-utc", "createTime", TIME);
export const updateTimeIsInUtc = hasItsForm("configuration.update-time-utc", "updateTime", TIME);

export const timesAreNearTheWrite = advisory("configuration.times-near-writes", {
  sections: ["2.1"],
  reads: ["createTime", "updateTime"],
  text: "`createTime` and `updateTime` are within 5 minutes of the write that they are about, by the Date header of the target where it sends one.",
  rule: bothRules(isNearTheWrite("createTime"), isNearTheWrite("updateTime")),
  unheard: () => "No write of this run showed its time, by a clock that goes on.",
});

export const isUpdatedAfterItIsCreated = inferred("configuration.times-in-order", {
  byQueries: true,
  sections: ["2.1"],
  reads: ["createTime", "updateTime"],
  text: "`updateTime` is not before `createTime`, by more than the 2 s that the clocks of two nodes may differ.",
  because: "Nothing is updated before it is created.",
  rule: everyConfiguration(timesInOrder),
});

function timesInOrder({ createTime, updateTime }: JsonObject): readonly RuleFinding[] {
  if (typeof createTime !== "string" || typeof updateTime !== "string") return NOTHING;
  const [created, updated] = [readUtcTime(createTime), readUtcTime(updateTime)];
  if (created === undefined || updated === undefined) return NOTHING;
  if (!isBeforeOnAnyNode(updated, created)) return KEPT;
  const back = backDeviations(Number((updated.at - created.at) / STEPS_PER_MS));
  const deviations = back.map((one) => ({ ...one, otherwise: CREATED_AGAIN }));
  return broken(`\`updateTime\` not before \`createTime\` ${createTime}`, updateTime, { deviations });
}
