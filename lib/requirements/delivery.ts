import type { Area } from "./requirement.ts";

export const delivery = {
  "delivery.reaches-callback-url": {
    level: "stated",
    sections: ["1", "6"],
    needs: ["receiver", "trigger"],
    text: "An event is delivered to the callback URL of an enabled configuration, path and query as registered.",
  },
  "delivery.follows-update": {
    level: "stated",
    sections: ["1", "3.2", "6"],
    needs: ["receiver", "trigger"],
    text: "After an update, events are delivered to the new callback URL and no longer to the old one.",
  },
  "delivery.none-when-disabled": {
    level: "stated",
    sections: ["3.2", "6"],
    needs: ["receiver", "trigger"],
    text: "A disabled configuration gets no deliveries.",
  },
  "delivery.retries": {
    level: "stated",
    sections: ["2.1", "6"],
    needs: ["receiver", "trigger"],
    text: "A failed delivery is retried `retryCount` times.",
  },
  "delivery.subscribed-only": {
    level: "inferred",
    sections: ["2.1", "6"],
    needs: ["receiver", "trigger"],
    text: "Only subscribed event types are delivered.",
    because: "The configuration lists the event types to which it subscribes.",
  },
  "delivery.payload": {
    level: "unspecified",
    sections: ["6"],
    needs: ["receiver", "trigger"],
    text: "The payload of each event.",
  },
  "delivery.headers": {
    level: "unspecified",
    sections: ["6"],
    needs: ["receiver", "trigger"],
    text: "The headers and the signing of deliveries.",
  },
  "delivery.answer": {
    level: "unspecified",
    sections: ["6"],
    needs: ["receiver", "trigger"],
    text: "What the receiver must answer for a delivery to count as made.",
  },
  "delivery.timing": {
    level: "unspecified",
    sections: ["6", "8"],
    needs: ["receiver", "trigger"],
    text: "The delay, the order and the retry interval of deliveries.",
  },
  "delivery.event-types": {
    level: "unspecified",
    sections: ["6"],
    needs: ["receiver", "trigger"],
    text: "The event types that occur, and which operation emits which.",
  },
} as const satisfies Area<"delivery">;
