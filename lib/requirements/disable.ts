import type { Area } from "./requirement.ts";

const SAME_CONFIGURATION =
  "The transition to disabled changes the status of the configuration and names nothing else.";

export const disable = {
  "disable.succeeds": {
    level: "stated",
    sections: ["3.2", "4.2", "7"],
    text: "Disabling a configuration that is not disabled succeeds: `data` is true.",
    ambient: true,
  },
  "disable.needs-no-body": {
    level: "stated",
    sections: ["4.1", "4.2"],
    reads: ["status"],
    text: "Disable needs neither a request body nor a Content-Type.",
    ambient: true,
  },
  "disable.sets-status": {
    level: "stated",
    sections: ["3.1", "3.2"],
    text: "After disable, query shows status 0.",
    ambient: true,
  },
  "disable.keeps-id": {
    level: "inferred",
    sections: ["2.1", "3.2"],
    reads: ["id"],
    text: "Disable keeps `id`.",
    because: SAME_CONFIGURATION,
    ambient: true,
  },
  "disable.keeps-merchant-id": {
    level: "inferred",
    sections: ["2.1", "3.2"],
    reads: ["merchantId"],
    text: "Disable keeps `merchantId`.",
    because: SAME_CONFIGURATION,
    ambient: true,
  },
  "disable.keeps-callback-url": {
    level: "inferred",
    sections: ["2.1", "3.2"],
    reads: ["callbackUrl"],
    text: "Disable keeps `callbackUrl`.",
    because: SAME_CONFIGURATION,
    ambient: true,
  },
  "disable.keeps-create-time": {
    level: "inferred",
    sections: ["2.1", "3.2"],
    reads: ["createTime"],
    text: "Disable keeps `createTime`.",
    because: SAME_CONFIGURATION,
    ambient: true,
  },
  "disable.again": {
    level: "inferred",
    sections: ["3.2"],
    text: "Disabling a disabled configuration leaves it disabled, whatever the answer.",
    because: "No transition leads from disabled back to enabled by disable.",
  },
  "disable.lasts": {
    level: "inferred",
    sections: ["3.2"],
    text: "A disabled configuration stays disabled until someone registers.",
    because: "No other operation is shown to change the status of a disabled configuration.",
    ambient: true,
  },
  "disable.still-authenticates": {
    level: "inferred",
    sections: ["3.2", "5"],
    text: "After disable, requests with a wrong API key or signature, or with a used nonce, are refused as before.",
    because:
      "Disable changes the status of the configuration; how requests are authenticated does not depend on it.",
  },
  "disable.second-answer": {
    level: "unspecified",
    sections: ["3.2"],
    text: "The answer to disabling a disabled configuration.",
  },
  "disable.without-configuration": {
    level: "unspecified",
    sections: ["3.2"],
    text: "Disable when the merchant has no configuration.",
  },
  "disable.with-body": { level: "unspecified", sections: ["4.2"], text: "Disable with a request body." },
  "disable.other-methods": {
    level: "unspecified",
    sections: ["4"],
    text: "Disable with another HTTP method.",
  },
  "disable.update-time": {
    level: "unspecified",
    sections: ["2.1", "3.2"],
    text: "Whether disable moves `updateTime`.",
  },
} as const satisfies Area<"disable">;
