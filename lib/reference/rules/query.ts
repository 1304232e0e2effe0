import type { Call, ReferenceMerchant } from "../call.ts";
import { refusal, success, type JsonObject, type Outcome } from "../outcome.ts";
import type { Configuration } from "../store.ts";
import { configurationView } from "../configuration-view.ts";

/** The answer of query (§4.2). Query changes nothing. */
export interface QueryRules {
  readonly read: (call: Call, owner: ReferenceMerchant) => Configuration | undefined;
  /** The configuration as a JSON object. */
  readonly view: (call: Call, configuration: Configuration) => JsonObject;
  readonly withNothing: (call: Call) => Outcome;
  readonly perform: (call: Call, owner: ReferenceMerchant) => Outcome | Promise<Outcome>;
}

export const queryRules: QueryRules = {
  read: (call, owner) => call.store.configurationOf(owner.name),
  view: configurationView,
  withNothing({ choices }) {
    if (choices.queryWithNothing === "null-data") return success(null);
    if (choices.queryWithNothing === "empty-object") return success({});
    return choices.queryWithNothing === "absent-data" ? success(undefined) : refusal("no-configuration");
  },
  perform(call, owner) {
    const unexpected = call.rules.body.refuseUnexpected(call);
    if (unexpected !== undefined) return unexpected;
    const configuration = call.rules.query.read(call, owner);
    if (configuration === undefined) return call.rules.query.withNothing(call);
    return success(call.rules.query.view(call, configuration));
  },
};
