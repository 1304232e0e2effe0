import type { Call, ReferenceMerchant } from "../call.ts";
import { refusal, success, type Outcome } from "../outcome.ts";
import { momentOfWrite } from "../node-clock.ts";
import { type Configuration } from "../store.ts";

/** The effect of disable (§3.2). */
export interface DisableRules {
  readonly disabled: (call: Call, current: Configuration) => Configuration;
  readonly updateTimeAfter: (call: Call, current: Configuration) => bigint;
  readonly save: (call: Call, owner: ReferenceMerchant, configuration: Configuration) => void;
  readonly withNothing: (call: Call) => Outcome;
  /** The answer to disabling a disabled configuration. */
  readonly again: (call: Call) => Outcome;
  readonly perform: (call: Call, owner: ReferenceMerchant) => Outcome | Promise<Outcome>;
}

export const disableRules: DisableRules = {
  disabled: (call, current) => ({
    ...current,
    status: 0,
    updateTime: call.rules.disable.updateTimeAfter(call, current),
  }),
  updateTimeAfter: (call, { updateTime }) =>
    call.choices.updateTimeOnDisable === "touched" ? momentOfWrite(call, updateTime) : updateTime,
  save: (call, owner, configuration) => call.store.save(owner.name, configuration),
  withNothing({ choices }) {
    if (choices.disableWithNothing === "refused") return refusal("no-configuration");
    return success(choices.disableWithNothing === "null-data" ? null : choices.disableWithNothing === "true");
  },
  again({ choices }) {
    return choices.secondDisable === "refused"
      ? refusal("already-disabled")
      : success(choices.secondDisable === "true");
  },
  perform(call, owner) {
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
