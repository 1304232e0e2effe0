import type { Call, ReferenceMerchant } from "../call.ts";
import { refusal, success, type JsonObject, type Outcome } from "../outcome.ts";
import type { Configuration } from "../store.ts";
import type { JsonValue } from "../../api/json/json.ts";
import { extraMembers } from "../extra-members.ts";
import { formatTime } from "../format-time.ts";
import { simulated } from "../simulated-clock.ts";

/** The answer of query (§4.2). Query changes nothing. */
export const queryRules = {
  read: (call: Call, owner: ReferenceMerchant) => call.store.configurationOf(owner.name),
  /** The configuration as a JSON object. */
  view: configurationView,
  withNothing({ choices }: Call) {
    if (choices.queryWithNothing === "null-data") return success(null);
    if (choices.queryWithNothing === "empty-object") return success({});
    return choices.queryWithNothing === "absent-data" ? success(undefined) : refusal("no-configuration");
  },
  perform(call: Call, owner: ReferenceMerchant): Outcome | Promise<Outcome> {
    const unexpected = call.rules.body.refuseUnexpected(call);
    if (unexpected !== undefined) return unexpected;
    const configuration = call.rules.query.read(call, owner);
    if (configuration === undefined) return call.rules.query.withNothing(call);
    return success(call.rules.query.view(call, configuration));
  },
};

/** A configuration as query answers it: the fields that the choices leave, and what they add. */
function configurationView(call: Call, configuration: Configuration): JsonObject {
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
