import type { Area } from "./requirement.ts";

export const versioning = {
  "versioning.path-prefix": {
    level: "stated",
    sections: ["4", "9"],
    text: "The webhook operations answer under the path prefix /abc/v1.",
  },
  "versioning.other-prefixes": {
    level: "unspecified",
    sections: ["9"],
    text: "Requests under another version prefix, or with a version selected otherwise.",
  },
} as const satisfies Area<"versioning">;
