import type { Call, ReferenceMerchant } from "../call.ts";
import { refusal, success, type Outcome } from "../outcome.ts";
import { momentOfWrite } from "../node-clock.ts";
import { type Configuration } from "../store.ts";

/** The effect of disable (§3.2). */
export const disableRules = {
  disabled: (call: Call, current: Configuration): Configuration => ({
    ...current,
    status: 0,
    updateTime: call.rules.disable.updateTimeAfter(call, current),
  }),
  updateTimeAfter: (call: Call, { updateTime }: Configuration) =>
    call.choices.updateTimeOnDisable === "touched" ? momentOfWrite(call, updateTime) : updateTime,
  save: (call: Call, owner: ReferenceMerchant, configuration: Configuration) =>
    call.store.save(owner.name, configuration),
  withNothing({ choices }: Call) {
    if (choices.disableWithNothing === "refused") return refusal("no-configuration");
    return success(choices.disableWithNothing === "null-data" ? null : choices.disableWithNothing === "true");
  },
  /** The answer to disabling a disabled configuration. */
  again({ choices }: Call) {
    return choices.secondDisable === "refused"
      ? refusal("already-disabled")
      : success(choices.secondDisable === "true");
  },
  perform(call: Call, owner: ReferenceMerchant): Outcome | Promise<Outcome> {
    const rules = call.rules.disable;
    const unexpected = call.rules.body.refuseUnexpected(call);
    if (unexpected !== undefined) return unexpected;
    const current = call.store.configurationOf(owner.name);
    if (current === undefined) return rules.withNothing(call);
    if (current.status === 0) return rules.again(call);
    rules.save(call, owner, rules.disabled(call, current));
    return success(true);
  },
};
