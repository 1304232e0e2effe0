import { Findings } from "../engine/findings.ts";
import type { Recorder } from "../api/exchange/recorder.ts";
import type { Requirement } from "./requirement.ts";

/** Collects the findings of a session about its requirements. */
export function findingsFor(requirements: readonly Requirement[], recorder: Recorder): Findings {
  const byItself = new Set(requirements.filter(({ rule }) => rule?.byItself === true).map(({ id }) => id));
  return new Findings({
    log: recorder.log,
    redact: (text) => recorder.redact(text),
    byItself: (id) => byItself.has(id),
  });
}
