import { inControl } from "../../../lib/api/events/deliveries/in-control.ts";
import { advisory, stated } from "../../../lib/api/events/requirement.ts";
import { noneLost } from "../../../lib/api/events/rules/arrivals.ts";
import { isNotRetriedMore, isRetried } from "../../../lib/api/events/rules/attempts.ts";
import { assertSeldom, decideEach } from "../../../lib/api/events/rules/decided-by.ts";
import { amid, retryScenes, scenesTogether } from "../../../lib/api/events/scenes/retry-scenes.ts";

/** Comes after the other checks of failures, which play the same scenes: meanwhile a further attempt would come. */
export const retries = stated("delivery.retries", {
  sections: ["2.1", "6"],
  reads: ["retryCount"],
  text: "A failed delivery is retried `retryCount` times, and goes to the callback URL alone, also when no answer came, after a rejected register, and while another merchant gets events and is disabled.",
  check: inControl(async (context) => {
    await decideEach(context, retryScenes(context), isRetried);
    await decideEach(
      context,
      [[...retryScenes(context), ...scenesTogether(context)].flat()],
      isNotRetriedMore,
    );
    if (!context.effort.isQuick) await decideEach(context, [[amid]], isRetried);
    await assertSeldom(context, isRetried);
  }),
});

export const losesNone = advisory("delivery.none-lost", {
  sections: ["1", "6"],
  text: "Of all events of enabled configurations that the run triggers, none is lost. One may be lost by chance.",
  check: inControl(noneLost),
});
