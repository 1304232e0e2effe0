import { inControl } from "../../../lib/api/events/deliveries/in-control.ts";
import { inferred } from "../../../lib/api/events/requirement.ts";
import { reachesItsUrl } from "../../../lib/api/events/rules/arrivals.ts";
import { goesOn, isRetried } from "../../../lib/api/events/rules/attempts.ts";
import { carriesEachEvent, carriesItsEvent } from "../../../lib/api/events/rules/carried-events.ts";
import { decideEach, playEach } from "../../../lib/api/events/rules/decided-by.ts";
import {
  beside,
  retryScenes,
  scenesTogether,
  throughoutScenes,
} from "../../../lib/api/events/scenes/retry-scenes.ts";
import { renewed } from "../../../lib/api/events/scenes/reach.ts";

export const retriesEachEvent = inferred("delivery.retries-each-event", {
  sections: ["2.1", "6"],
  reads: ["retryCount"],
  text: "Two events whose deliveries fail at the same time are both retried `retryCount` times, also if another merchant registers, queries and is rejected meanwhile. An event is retried also while further events come.",
  because: "`retryCount` gives the number of retries after a delivery failure, and each of them is one.",
  check: inControl(async (context) => {
    await playEach(context, retryScenes(context));
    await decideEach(context, throughoutScenes(context), isRetried);
    await decideEach(context, scenesTogether(context), isRetried);
    await decideEach(context, [[beside]], isRetried);
  }),
});

export const retriesTheSameEvent = inferred("delivery.retries-the-same-event", {
  sections: ["2.1", "6"],
  reads: ["retryCount"],
  text: "A retry carries the event whose delivery failed, and no other one.",
  because: "A retry is the same delivery once more: an event that only others replace is not delivered.",
  check: inControl(async (context) => {
    await decideEach(context, retryScenes(context), carriesItsEvent);
    await decideEach(context, scenesTogether(context), carriesEachEvent);
  }),
});

export const goesOnAfterFailures = inferred("delivery.goes-on-after-failures", {
  sections: ["6"],
  reads: ["retryCount"],
  text: "After a delivery has failed, the configuration keeps its callback URL. While it is still enabled, later events are delivered.",
  because:
    "Notifications are delivered while the configuration is enabled; nothing else is named to end that.",
  check: inControl(async (context) => {
    await decideEach(context, [[renewed]], reachesItsUrl);
    await decideEach(context, retryScenes(context), goesOn);
    await decideEach(context, [[beside]], goesOn);
  }),
});
