import type { Area } from "./requirement.ts";

export const limits = {
  "limits.rate": {
    level: "unspecified",
    sections: ["8"],
    text: "The rate limit that the run met, if any: none is provoked.",
  },
  "limits.latency": {
    level: "unspecified",
    sections: ["8"],
    text: "How long answers take, in milliseconds.",
  },
  "limits.clock": {
    level: "unspecified",
    sections: ["5"],
    text: "How far the target's clock is from ours, in seconds, by the Date header of its answers.",
  },
} as const satisfies Area<"limits">;
