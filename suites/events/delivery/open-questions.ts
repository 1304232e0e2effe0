import {
  observeHeaders,
  observePayloads,
  observeSignatures,
  observeTypes,
} from "../../../lib/api/events/observing/observe-each-type.ts";
import { observeQuietly, observeRedirects } from "../../../lib/api/events/observing/observe-quietly.ts";
import { givingUp, observeQueued } from "../../../lib/api/events/observing/observe-queued.ts";
import { inControl } from "../../../lib/api/events/deliveries/in-control.ts";
import type { EventsContext } from "../../../lib/api/events/deliveries/events-context.ts";
import { unspecified } from "../../../lib/api/events/requirement.ts";
import { askOnce, eachPart } from "../../../lib/engine/judge/observed.ts";
import type { Plain } from "../../../lib/engine/requirement/plain.ts";
import { deliverySigning } from "../../../lib/profile/needs/needs.ts";
import {
  meaningOfAnswers,
  observeSuccesses,
  retriesInTime,
  selfSigned,
} from "../../../lib/api/events/observing/observe-answers.ts";

const once = (observe: (context: EventsContext) => Promise<Plain>) => askOnce(inControl(observe));

export const request = unspecified("delivery.request", {
  sections: ["6"],
  text: "The event types that occur, the payload of each, and the method and headers of deliveries.",
  observe: eachPart({
    payload: observePayloads,
    headers: observeHeaders,
    "event types": observeTypes,
  }),
});

export const signing = unspecified("delivery.signing", {
  sections: ["6"],
  needs: [deliverySigning],
  text: "Whether the signature of deliveries verifies as the profile says.",
  observe: eachPart({ signature: observeSignatures }),
});

export const order = unspecified("delivery.order", {
  sections: ["3.2", "6"],
  text: "How several events in a row are delivered: how soon, at once or one after the other, again, and in their order; and what comes at registering, before any event.",
  observe: eachPart({
    several: once(async (context) => observeQuietly(context, "several")),
    "at registering": once(async (context) => observeQuietly(context, "atRegistering")),
  }),
});

export const answers = unspecified("delivery.answers", {
  sections: ["6", "8"],
  text: "Which answers of the receiver end a delivery, whether a redirect is followed, and whether a certificate of no known authority is accepted.",
  observe: eachPart({
    "other answers": once(meaningOfAnswers),
    certificate: once(selfSigned),
    redirects: once(observeRedirects),
    successes: once(observeSuccesses),
  }),
});

export const failures = unspecified("delivery.failures", {
  sections: ["3.2", "6", "8"],
  text: "What becomes of failed deliveries: how soon they are repeated, and what a disable or an update changes.",
  observe: eachPart({
    "time to retries": once(retriesInTime),
    queued: once(observeQueued),
  }),
});

/** It fails ten deliveries, so `observe` can look at it alone. */
export const givesUp = unspecified("delivery.gives-up", {
  sections: ["3.1", "6"],
  text: "Whether a target gives up a callback URL to which deliveries fail, and what ends that.",
  observe: eachPart({ "giving up": once(givingUp) }),
});
