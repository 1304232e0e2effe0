import {
  observeHeaders,
  observePayloads,
  observeSignatures,
  observeTypes,
} from "../../../lib/api/events/observing/observe-each-type.ts";
import { observeQuietly, observeRedirects } from "../../../lib/api/events/observing/observe-quietly.ts";
import { givingUp } from "../../../lib/api/events/observing/giving-up.ts";
import { observeQueued } from "../../../lib/api/events/observing/observe-queued.ts";
import { observeSchedule } from "../../../lib/api/events/observing/observe-schedule.ts";
import { inControl } from "../../../lib/api/events/deliveries/in-control.ts";
import { unspecified } from "../../../lib/api/events/requirement.ts";
import { lookOnce } from "../../../lib/engine/observed.ts";
import { deliverySigning, receiver, trigger } from "../../../lib/profile/needs.ts";
import {
  meaningOfAnswers,
  observeSuccesses,
  retriesInTime,
  selfSigned,
  slowAnswers,
} from "../../../lib/api/events/observing/observe-answers.ts";

export const payload = unspecified("delivery.payload", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "The payload of each event.",
  observe: inControl(observePayloads),
});

export const headers = unspecified("delivery.headers", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "The headers and the signing of deliveries.",
  observe: inControl(observeHeaders),
});

export const answer = unspecified("delivery.answer", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "What the receiver must answer for a delivery to count as made.",
  observe: inControl(async (context) =>
    lookOnce(context, async () => meaningOfAnswers(context.deliveries, context.merchant)),
  ),
});

export const timing = unspecified("delivery.timing", {
  sections: ["6", "8"],
  needs: [receiver, trigger],
  text: "The retry interval of deliveries.",
  observe: inControl(async (context) =>
    lookOnce(context, async () => retriesInTime(context.deliveries, context.merchant)),
  ),
});

export const eventTypes = unspecified("delivery.event-types", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "The event types that occur, and which operation emits which.",
  observe: inControl(observeTypes),
});

export const several = unspecified("delivery.several", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "How several events in a row are delivered: how soon, at once or one after the other, again, and in their order.",
  observe: inControl(async (context) => lookOnce(context, async () => observeQuietly(context, "several"))),
});

export const signing = unspecified("delivery.signing", {
  sections: ["6"],
  needs: [receiver, trigger, deliverySigning],
  text: "Whether the signature of deliveries verifies as the profile says.",
  observe: inControl(observeSignatures),
});

export const certificate = unspecified("delivery.certificate", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "Whether events are delivered to a receiver whose certificate is of no known authority.",
  observe: inControl(async (context) =>
    lookOnce(context, async () => selfSigned(context.deliveries, context.merchant)),
  ),
});

export const retrySchedule = unspecified("delivery.retry-schedule", {
  sections: ["6", "8"],
  needs: [receiver, trigger],
  text: "How the pauses before retries grow, and whether they are alike at every event.",
  observe: inControl(async (context) =>
    lookOnce(context, async () => observeSchedule(context.deliveries, context.merchant)),
  ),
});

export const redirect = unspecified("delivery.redirects", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "Whether a redirect is followed, and with which method and body.",
  observe: inControl(async (context) => lookOnce(context, async () => observeRedirects(context))),
});

export const success = unspecified("delivery.successes", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "Which answers of success count as one.",
  observe: inControl(async (context) =>
    lookOnce(context, async () => observeSuccesses(context.deliveries, context.merchant)),
  ),
});

export const slowAnswer = unspecified("delivery.slow-answers", {
  sections: ["6", "8"],
  needs: [receiver, trigger],
  text: "How long the receiver may take to answer.",
  observe: inControl(async (context) =>
    lookOnce(context, async () => slowAnswers(context.deliveries, context.merchant)),
  ),
});

export const atRegister = unspecified("delivery.at-registering", {
  sections: ["3.2", "6"],
  needs: [receiver, trigger],
  text: "What comes to a callback URL when it is registered, before any event.",
  observe: inControl(async (context) =>
    lookOnce(context, async () => observeQuietly(context, "atRegistering")),
  ),
});

export const pendingRetry = unspecified("delivery.queued", {
  sections: ["3.2", "6"],
  needs: [receiver, trigger],
  text: "What becomes of a retry that is due when its configuration is disabled or updated.",
  observe: inControl(async (context) =>
    lookOnce(context, async () => observeQueued(context.deliveries, context.merchant)),
  ),
});

export const afterFailures = unspecified("delivery.giving-up", {
  sections: ["3.1", "6"],
  needs: [receiver, trigger],
  text: "Whether a target gives up a callback URL to which deliveries fail, and what ends that.",
  observe: inControl(async (context) =>
    lookOnce(context, async () => givingUp(context.deliveries, context.merchant)),
  ),
});
