import { withoutConfiguration } from "../api/exchange/read-only.ts";
import type { Requirement } from "./requirement.ts";

/** A requirement as a read-only run decides it: where no answer is relevant, no write can bring one about. */
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
