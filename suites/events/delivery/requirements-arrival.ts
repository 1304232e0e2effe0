import { lookAtRewrittenForm } from "../../../lib/api/events/oracles/look-at-rewritten-form.ts";
import { afterLook } from "../../../lib/api/events/after-look.ts";
import { lookAtReach } from "../../../lib/api/events/oracles/look-at-reach.ts";
import { lookAtUpdates } from "../../../lib/api/events/oracles/look-at-updates.ts";
import { advisory, stated } from "../../../lib/api/events/requirement.ts";
import { allAtOnce } from "../../../lib/api/events/oracles/all-at-once.ts";
import { allArrive, assertReachesEach, eventNumbers } from "../../../lib/api/events/oracles/reaches.ts";
import { noneLost } from "../../../lib/api/events/oracles/none-lost.ts";
import { registrationAt } from "../../../lib/api/events/oracles/establish-hook.ts";
import type { HookShape } from "../../../lib/api/events/hook.ts";
import { ORDINARY_FORMS, PLAIN_FORM, REWRITTEN_FORMS } from "../../../lib/api/events/url-forms.ts";
import { MAX_CALLBACK_URL_CHARS } from "../../../lib/api/request/draft.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { receiver, trigger } from "../../../lib/profile/needs.ts";

/** Of the callback URLs that events are to reach. */
const SHAPES: readonly HookShape[] = [
  {},
  { chars: MAX_CALLBACK_URL_CHARS },
  { form: PLAIN_FORM },
  { chars: 300 },
];
/** A sender may stray at the second. */
const EVENTS = { quick: 2, standard: 3, deep: 5 };
/** A loss of a share p is noticed in 1 - (1 - p)^n of the runs with n events. The text states it for 95 %. */
const EVENTS_IN_A_ROW = { quick: 5, standard: 20, deep: 50 };

export const reachesCallbackUrl = stated("delivery.reaches-callback-url", {
  sections: ["1", "6"],
  needs: [receiver, trigger],
  text: "An event of each subscribed type is delivered to the callback URL of an enabled configuration, path and query as registered.",
  check: afterLook(
    lookAtReach,
    "delivery.reaches-callback-url",
    async ({ deliveries, merchant, others, effort }) => {
      const count = effort.at(EVENTS);
      for (const [index, shape] of effort.tried(SHAPES).entries()) {
        const events = eventNumbers(count, index * count);
        await assertReachesEach(deliveries, [merchant, ...others], shape, events);
      }
    },
  ),
});

export const reachesAllAtOnce = stated("delivery.all-at-once", {
  sections: ["1", "6"],
  needs: [receiver, trigger],
  text: "Events of different types that occur at the same time are all delivered.",
  check: afterLook(lookAtReach, "delivery.all-at-once", async ({ deliveries, merchant }) =>
    allAtOnce(deliveries, merchant),
  ),
});

export const losesNone = advisory("delivery.none-lost", {
  sections: ["1", "6"],
  needs: [receiver, trigger],
  text: "Of 5 events (quick), 20 (standard) or 50 (deep), none is lost. Of runs at these depths, 95 % notice a loss of 46 %, 15 % or 6 % of all events.",
  check: afterLook(lookAtReach, "delivery.none-lost", async ({ deliveries, merchant, effort }) =>
    noneLost(deliveries, merchant, effort.at(EVENTS_IN_A_ROW)),
  ),
});

export const reachesOrdinaryForms = stated("delivery.url-forms", {
  sections: ["1", "2.2", "6"],
  needs: [receiver, trigger],
  text: "Events reach callback URLs in every ordinary form, path and query as registered: without a query, with its members in any order, with doubled slashes, with a slash at the end, with sub-delimiters.",
  check: afterLook(lookAtUpdates, "delivery.url-forms", async ({ deliveries, merchant, effort }) => {
    for (const [turn, form] of effort.tried(ORDINARY_FORMS).entries())
      await assertReachesEach(deliveries, [merchant], { form }, [turn]);
  }),
});

export const keepsRewrittenForms = advisory("delivery.rewritten-url-forms", {
  sections: ["1", "2.2", "6"],
  needs: [receiver, trigger],
  text: "Events reach callback URLs as registered also in forms that HTTP clients rewrite: dot segments, an empty query, escaped letters.",
  check: afterLook(
    lookAtRewrittenForm,
    "delivery.rewritten-url-forms",
    async ({ deliveries, merchant, effort }) => {
      let stored = 0;
      for (const form of effort.triedSparingly(REWRITTEN_FORMS)) {
        const { hook, refusal } = await deliveries.offer(merchant, { form });
        if (refusal !== undefined) continue;
        if ((await merchant.configuration()).callbackUrl !== hook.url) continue;
        stored += 1;
        await allArrive(deliveries, [await registrationAt(deliveries, merchant, hook)], [0]);
      }
      if (stored === 0) throw new InapplicableError("The target stores none of these forms as given.");
    },
  ),
});
