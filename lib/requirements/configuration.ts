import type { Area } from "./requirement.ts";

export const configuration = {
  "configuration.id-integer": {
    level: "stated",
    sections: ["2.1"],
    reads: ["id"],
    text: "`id`, where present, is an integer of any size.",
    ambient: true,
  },
  "configuration.merchant-id-string": {
    level: "stated",
    sections: ["2.1"],
    reads: ["merchantId"],
    text: "`merchantId`, where present, is a string.",
    ambient: true,
  },
  "configuration.callback-url-string": {
    level: "stated",
    sections: ["2.1"],
    reads: ["callbackUrl"],
    text: "`callbackUrl`, where present, is a string.",
    ambient: true,
  },
  "configuration.event-types-json": {
    level: "stated",
    sections: ["2.1", "6"],
    reads: ["eventTypes"],
    text: "`eventTypes`, where present, is a string that holds a JSON array of strings.",
    ambient: true,
  },
  "configuration.status-zero-or-one": {
    level: "stated",
    sections: ["2.1", "3.1"],
    reads: ["status"],
    text: "`status`, where present, is the integer 1 (enabled) or 0 (disabled).",
    ambient: true,
  },
  "configuration.retry-count-integer": {
    level: "stated",
    sections: ["2.1", "6"],
    reads: ["retryCount"],
    text: "`retryCount`, where present, is an integer and not negative.",
    ambient: true,
  },
  "configuration.create-time-utc": {
    level: "stated",
    sections: ["2.1"],
    reads: ["createTime"],
    text: "`createTime`, where present, is a real date and time in ISO 8601, in UTC.",
    ambient: true,
  },
  "configuration.update-time-utc": {
    level: "stated",
    sections: ["2.1"],
    reads: ["updateTime"],
    text: "`updateTime`, where present, is a real date and time in ISO 8601, in UTC.",
    ambient: true,
  },
  "configuration.times-in-order": {
    level: "inferred",
    sections: ["2.1"],
    reads: ["createTime", "updateTime"],
    text: "`updateTime` is not before `createTime`.",
    because: "Nothing is updated before it is created.",
    ambient: true,
  },
  "configuration.fields-returned": {
    level: "unspecified",
    sections: ["2.1"],
    text: "Which of the eight fields the target returns, and which it adds.",
  },
  "configuration.id-size": {
    level: "unspecified",
    sections: ["2.1"],
    text: "How large `id` is: within 2^31, within 2^53, or beyond.",
  },
  "configuration.merchant-id-form": {
    level: "unspecified",
    sections: ["2.1"],
    text: "The form of `merchantId`: digits, a UUID, or other characters.",
  },
  "configuration.time-format": {
    level: "unspecified",
    sections: ["2.1"],
    text: "The precision and the UTC designator of `createTime` and `updateTime`.",
  },
  "configuration.event-types-list": {
    level: "unspecified",
    sections: ["6"],
    text: "The event types subscribed without anybody choosing them.",
  },
  "configuration.retry-count-value": {
    level: "unspecified",
    sections: ["6", "8"],
    text: "The value of `retryCount`, and whether it changes over the run.",
  },
} as const satisfies Area<"configuration">;
