import { advisory, stated } from "../../../lib/api/events/requirement.ts";
import { allCome, ChangedOnTheWayError, reachesItsUrl } from "../../../lib/api/events/rules/arrivals.ts";
import { decidedBy } from "../../../lib/api/events/rules/decided-by.ts";
import { atOnce, forms, reach, rewrittenForms } from "../../../lib/api/events/scenes/reach.ts";
import { InapplicableError } from "../../../lib/engine/record/verdict.ts";

export const reachesCallbackUrl = stated("delivery.reaches-callback-url", {
  sections: ["1", "6"],
  text: "An event of each subscribed type is delivered to the callback URL of an enabled configuration, path and query as registered.",
  check: decidedBy(reach, reachesItsUrl),
});

export const reachesAllAtOnce = stated("delivery.all-at-once", {
  sections: ["1", "6"],
  text: "Events of different types that occur at the same time are all delivered.",
  check: decidedBy(atOnce, allCome),
});

export const reachesOrdinaryForms = stated("delivery.url-forms", {
  sections: ["1", "2.2", "6"],
  text: "Events reach callback URLs in every ordinary form, path and query as registered: without a query, with its members in any order, with doubled slashes, with a slash at the end, with sub-delimiters.",
  check: decidedBy(forms, reachesItsUrl),
});

export const keepsRewrittenForms = advisory("delivery.rewritten-url-forms", {
  sections: ["1", "2.2", "6"],
  text: "Events reach callback URLs as registered also in forms that HTTP clients rewrite: dot segments, an empty query, escaped letters.",
  check: decidedBy(rewrittenForms, async (context, round) => {
    if (round.rows.length === 0)
      throw new InapplicableError("The target stores none of these forms as given.");
    try {
      return await reachesItsUrl(context, round);
    } catch (error) {
      throw error instanceof ChangedOnTheWayError ? new InapplicableError(error.message) : error;
    }
  }),
});
