import type { Configuration, ConfigurationField } from "../wire/configuration.ts";
import { readEventTypes } from "../wire/configuration.ts";
import type { JsonValue } from "../wire/json.ts";
import { writeJson } from "../wire/json.ts";
import { readUtcTime } from "../wire/utc-time.ts";

/** A field that two readings of a configuration show differently. */
export interface Difference {
  readonly field: ConfigurationField;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/**
 * The named fields that both readings have and that differ in what they mean. An absent field says nothing; nor does
 * a status that rises: when register enables is not shown, and of a disabled configuration the witness knows.
 */
export function differences(
  before: Configuration,
  after: Configuration,
  fields: readonly ConfigurationField[],
): Difference[] {
  return fields.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    if (was === undefined || is === undefined || meaning(field, was) === meaning(field, is)) return [];
    if (field === "status" && was === 0 && is === 1) return [];
    return [{ field, before: was, after: is }];
  });
}

/** Two notations of one moment, and two orders of one list of event types, mean the same. */
function meaning(field: ConfigurationField, value: JsonValue): string {
  if (typeof value === "string" && (field === "createTime" || field === "updateTime")) {
    return readUtcTime(value) ?? value;
  }
  if (typeof value === "string" && field === "eventTypes") {
    return readEventTypes(value)?.toSorted().join("\n") ?? value;
  }
  return writeJson(value);
}
