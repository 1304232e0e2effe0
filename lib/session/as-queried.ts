import { withoutConfiguration } from "../api/exchange/read-only.ts";
import type { Requirement } from "./requirement.ts";

/** A requirement as a read-only run decides it. If no answer is relevant, the run sends no write to get one. */
export function asQueried(one: Requirement): Requirement {
  const { rule, reads = [], readsOneOf = [] } = one;
  if (rule === undefined) return one;
  const isAboutFields = reads.length > 0 || readsOneOf.length > 0;
  return {
    ...one,
    silence: ({ existedBefore }) => {
      if (existedBefore && isAboutFields) return undefined;
      throw withoutConfiguration();
    },
  };
}
