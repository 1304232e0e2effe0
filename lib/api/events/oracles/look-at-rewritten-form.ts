import type { SharedLook } from "../after-look.ts";
import { isAt } from "../hook.ts";
import { REWRITTEN_FORMS } from "../url-forms.ts";
import { registrationAt } from "./establish-hook.ts";

/** An event at a URL that HTTP clients rewrite. A target may reject or rewrite such a URL: that is not unusual. */
export const lookAtRewrittenForm: SharedLook = async ({ deliveries, merchant, effort }) => {
  for (const form of effort.triedSparingly(REWRITTEN_FORMS)) {
    const { hook, refusal } = await deliveries.offer(merchant, { form });
    if (refusal !== undefined) return [];
    const { type } = await registrationAt(deliveries, merchant, hook);
    const came = await deliveries.come(hook, await deliveries.trigger(merchant, type));
    if (came.length === 0 || came.some((arrival) => !isAt(arrival, hook))) return [];
  }
  return ["delivery.rewritten-url-forms"];
};
