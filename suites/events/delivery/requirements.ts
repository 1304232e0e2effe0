import { inferred, stated } from "../../../lib/api/requirement.ts";
import { receiver, trigger } from "../../../lib/profile/needs.ts";

export const reachesCallbackUrl = stated("delivery.reaches-callback-url", {
  sections: ["1", "6"],
  needs: [receiver, trigger],
  text: "An event is delivered to the callback URL of an enabled configuration, path and query as registered.",
});

export const followsUpdate = stated("delivery.follows-update", {
  sections: ["1", "3.2", "6"],
  needs: [receiver, trigger],
  text: "After an update, events are delivered to the new callback URL and no longer to the old one.",
});

export const noneWhenDisabled = stated("delivery.none-when-disabled", {
  sections: ["3.2", "6"],
  needs: [receiver, trigger],
  text: "A disabled configuration gets no deliveries.",
});

export const retries = stated("delivery.retries", {
  sections: ["2.1", "6"],
  needs: [receiver, trigger],
  text: "A failed delivery is retried `retryCount` times.",
});

export const subscribedOnly = inferred("delivery.subscribed-only", {
  sections: ["2.1", "6"],
  needs: [receiver, trigger],
  text: "Only subscribed event types are delivered.",
  because: "The configuration lists the event types to which it subscribes.",
});
