import { advisory, inferred, stated } from "../../../lib/api/webhook/requirement.ts";
import type { RuleFinding } from "../../../lib/engine/requirement/requirement.ts";
import type { JsonObject } from "../../../lib/api/json/json.ts";
import { isBeforeOnAnyNode, readUtcTime } from "../../../lib/api/json/utc-time.ts";
import { FIELD_FORMS } from "../../../lib/api/merchant/configuration.ts";
import {
  bothRules,
  isNearTheWrite,
  isInUtc,
  STEPS_PER_MS,
  backDeviations,
} from "../../../lib/api/webhook/rules/by-their-clock.ts";
import { everyConfiguration, everyField } from "../../../lib/api/webhook/rules/every-answer.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";

export const idIsAnInteger = stated("configuration.id-integer", {
  byQueries: true,
  sections: ["2.1"],
  reads: ["id"],
  text: "`id`, where present, is an integer of any size.",
  rule: everyField("id", FIELD_FORMS.id),
});

export const merchantIdIsAString = stated("configuration.merchant-id-string", {
  byQueries: true,
  sections: ["2.1"],
  reads: ["merchantId"],
  text: "`merchantId`, where present, is a string.",
  rule: everyField("merchantId", FIELD_FORMS.merchantId),
});

export const callbackUrlIsAString = stated("configuration.callback-url-string", {
  byQueries: true,
  sections: ["2.1"],
  reads: ["callbackUrl"],
  text: "`callbackUrl`, where present, is a string.",
  rule: everyField("callbackUrl", FIELD_FORMS.callbackUrl),
});

export const eventTypesHoldAJsonArray = stated("configuration.event-types-json", {
  byQueries: true,
  sections: ["2.1", "6"],
  reads: ["eventTypes"],
  text: "`eventTypes`, where present, is a string that holds a JSON array of strings.",
  rule: everyField("eventTypes", FIELD_FORMS.eventTypes),
});

export const statusIsZeroOrOne = stated("configuration.status-zero-or-one", {
  byQueries: true,
  sections: ["2.1", "3.1"],
  reads: ["status"],
  text: "`status`, where present, is the integer 1 (enabled) or 0 (disabled).",
  rule: everyField("status", FIELD_FORMS.status),
});

export const retryCountIsANaturalNumber = stated("configuration.retry-count-integer", {
  byQueries: true,
  sections: ["2.1", "6"],
  reads: ["retryCount"],
  text: "`retryCount`, where present, is an integer and not negative.",
  rule: everyField("retryCount", FIELD_FORMS.retryCount),
});

export const createTimeIsInUtc = stated("configuration.create-time-utc", {
  byQueries: true,
  sections: ["2.1"],
  reads: ["createTime"],
  text: "`createTime`, where present, is a real date and time in ISO 8601, in UTC.",
  rule: isInUtc("createTime", FIELD_FORMS.createTime),
});

export const updateTimeIsInUtc = stated("configuration.update-time-utc", {
  byQueries: true,
  sections: ["2.1"],
  reads: ["updateTime"],
  text: "`updateTime`, where present, is a real date and time in ISO 8601, in UTC.",
  rule: isInUtc("updateTime", FIELD_FORMS.updateTime),
});

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
  const deviations = backDeviations(Number((updated.at - created.at) / STEPS_PER_MS));
  return broken(`\`updateTime\` not before \`createTime\` ${createTime}`, updateTime, { deviations });
}
