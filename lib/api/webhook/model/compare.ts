import { type Configuration, type ConfigurationField, readEventTypes } from "../../merchant/configuration.ts";
import { type JsonValue, writeJson } from "../../json/json.ts";
import { isSameMoment, readUtcTime } from "../../json/utc-time.ts";

/** A field that two readings of a configuration show differently. */
export interface Difference {
  readonly field: ConfigurationField;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/**
 * The named fields that both readings have and that differ in what they mean. An absent field says nothing; nor does
 * a status that rises: when register enables is not shown, and of a disabled configuration the model knows.
 */
export function differences(
  before: Configuration,
  after: Configuration,
  fields: readonly ConfigurationField[],
): Difference[] {
  return fields.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    if (was === undefined || is === undefined || meansTheSame(field, was, is)) return [];
    if (field === "status" && was === 0 && is === 1) return [];
    return [{ field, before: was, after: is }];
  });
}

/** Two notations of one moment, and two orders of one list of event types, mean the same. */
function meansTheSame(field: ConfigurationField, was: JsonValue, is: JsonValue): boolean {
  if (writeJson(was) === writeJson(is)) return true;
  if (typeof was !== "string" || typeof is !== "string") return false;
  if (field === "eventTypes") return sorted(was) !== undefined && sorted(was) === sorted(is);
  if (field !== "createTime" && field !== "updateTime") return false;
  const [before, after] = [readUtcTime(was), readUtcTime(is)];
  return before !== undefined && after !== undefined && isSameMoment(before, after);
}

function sorted(eventTypes: string): string | undefined {
  return readEventTypes(eventTypes)?.toSorted().join("\n");
}
