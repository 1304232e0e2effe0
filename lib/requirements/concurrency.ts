import type { Area } from "./requirement.ts";

export const concurrency = {
  "concurrency.ends-whole": {
    level: "inferred",
    sections: ["1", "3.2"],
    text: "After overlapping registers are answered, the stored callback URL is one of those registered, whole, and stays.",
    because: "A merchant has one configuration with one callback URL, and only register sets it.",
  },
  "concurrency.reads-registered": {
    level: "inferred",
    sections: ["1", "3.2"],
    text: "What query returns while registers overlap has been registered before.",
    because: "Only register sets the callback URL.",
  },
  "concurrency.keeps-identity": {
    level: "inferred",
    sections: ["1", "3.2"],
    text: "Overlapping registers and disables leave one configuration, with its `id`, `merchantId` and `createTime`.",
    because: "Registering when a configuration exists updates it; it creates no second one.",
  },
  "concurrency.linearizable": {
    level: "unspecified",
    sections: ["3.2"],
    text: "Whether overlapping operations take effect one by one, each between its request and its answer.",
  },
} as const satisfies Area<"concurrency">;
