import type { JsonValue } from "../api/json/json.ts";
import type { Call } from "./call.ts";
import { extraMembers } from "./extra-members.ts";
import { formatTime } from "./format-time.ts";
import type { JsonObject } from "./outcome.ts";
import { simulated } from "./simulated-clock.ts";
import type { Configuration } from "./store.ts";

/** A configuration as query answers it: the fields that the choices leave, and what they add. */
export function configurationView(call: Call, configuration: Configuration): JsonObject {
  const { choices } = call;
  const fields: Record<string, JsonValue> = {
    ...configuration,
    createTime: formatTime(simulated(call, configuration.createTime), choices),
    updateTime: formatTime(simulated(call, configuration.updateTime), choices),
  };
  const omitted = choices.omittedFields.split(",").filter((name) => name in fields);
  for (const name of omitted) {
    if (choices.omission === "null") fields[name] = null;
    else delete fields[name];
  }
  return { ...fields, ...extraMembers(call, choices.configurationExtras) };
}
