import type { Level } from "./requirement.ts";

/** The meaning of a level for a target, in one sentence. */
export const LEVEL_MEANING: Readonly<Record<Level, string>> = {
  stated: "the document says it: breaking it fails a target",
  inferred: "follows from the document: breaking it fails a target",
  advisory: "the document says it loosely or contradicts itself: breaking it warns",
  unspecified: "the document leaves it open: it is observed, and checked only if a profile pins it",
};
