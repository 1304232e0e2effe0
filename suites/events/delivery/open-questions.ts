import { unspecified } from "../../../lib/api/requirement.ts";
import { receiver, trigger } from "../../../lib/profile/needs.ts";

export const payload = unspecified("delivery.payload", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "The payload of each event.",
});

export const headers = unspecified("delivery.headers", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "The headers and the signing of deliveries.",
});

export const answer = unspecified("delivery.answer", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "What the receiver must answer for a delivery to count as made.",
});

export const timing = unspecified("delivery.timing", {
  sections: ["6", "8"],
  needs: [receiver, trigger],
  text: "The delay, the order and the retry interval of deliveries.",
});

export const eventTypes = unspecified("delivery.event-types", {
  sections: ["6"],
  needs: [receiver, trigger],
  text: "The event types that occur, and which operation emits which.",
});
