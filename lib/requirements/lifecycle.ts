import type { Area } from "./requirement.ts";

export const lifecycle = {
  "lifecycle.walkthrough": {
    level: "stated",
    sections: ["1", "3.2", "4.2"],
    text: "Register, update, query and disable, one after the other, each have the effect that the document gives them.",
  },
  "lifecycle.any-sequence": {
    level: "inferred",
    sections: ["3.2"],
    text: "Every sequence of register, query and disable, refused ones among them, ends where the transitions lead.",
    because: "The effect of an operation depends on the configuration alone, not on how it came about.",
  },
  "lifecycle.reads-follow-writes": {
    level: "inferred",
    sections: ["1", "3.2"],
    text: "A query shows the last accepted write at once and ever after, however often both are repeated.",
    because: "Query returns the configuration, and an answered write has changed it.",
  },
} as const satisfies Area<"lifecycle">;
