import type { Call, ReferenceMerchant } from "../call.ts";
import { type Outcome, type Refusal, success } from "../outcome.ts";
import { type Configuration } from "../store.ts";
import { momentOfCreation, momentOfWrite } from "../node-clock.ts";
import { refuseTaken } from "../taken-url.ts";
import { onceVerified } from "../verification/once-verified.ts";
import { eventTypesText, firstRetryCount, idOfNext, merchantIdOf } from "../new-configuration.ts";

/** The effect of register with an accepted URL (§1, §3.2). */
export const registerRules = {
  /** The URL as it is stored: as given, or in the form that the choices name. */
  stored: ({ choices }: Call, url: string) => (choices.storedForm === "parsed" ? new URL(url).href : url),
  create: (call: Call, owner: ReferenceMerchant, url: string): Configuration => {
    const now = call.store.nextInstant();
    return {
      id: idOfNext(call),
      merchantId: merchantIdOf(call, owner),
      callbackUrl: call.rules.register.stored(call, url),
      eventTypes: eventTypesText(call.choices),
      status: call.choices.initialStatus,
      retryCount: firstRetryCount(call.choices),
      createTime: now,
      updateTime: momentOfCreation(call, now),
    };
  },
  update: (call: Call, current: Configuration, url: string): Configuration => ({
    ...current,
    callbackUrl: call.rules.register.stored(call, url),
    status: call.rules.register.statusAfterUpdate(call, current),
    updateTime: call.rules.register.updateTimeAfterUpdate(call, current, url),
  }),
  statusAfterUpdate({ choices }: Call, { status }: Configuration): number {
    const after = status === 0 ? choices.statusAfterRegisterOnDisabled : choices.statusAfterReRegister;
    return after === "kept" ? status : after;
  },
  updateTimeAfterUpdate(call: Call, { callbackUrl, updateTime }: Configuration, url: string) {
    const isKept = callbackUrl === url && call.choices.updateTimeOnSameUrl === "kept";
    return isKept ? updateTime : momentOfWrite(call, updateTime);
  },
  save: (call: Call, owner: ReferenceMerchant, configuration: Configuration) =>
    call.store.save(owner.name, configuration),
  judge: (call: Call): string | Refusal => {
    const body = call.rules.body.readRegister(call);
    return "refused" in body ? body : call.rules.callbackUrl.judge(call, body.callbackUrl);
  },
  perform(call: Call, owner: ReferenceMerchant): Outcome | Promise<Outcome> {
    const rules = call.rules.register;
    const url = rules.judge(call);
    if (typeof url !== "string") return url;
    return (
      refuseTaken(call, owner, url) ??
      onceVerified(call, owner, url, () => {
        const current = call.store.configurationOf(owner.name);
        const next =
          current === undefined ? rules.create(call, owner, url) : rules.update(call, current, url);
        rules.save(call, owner, next);
        return success(true);
      })
    );
  },
};
