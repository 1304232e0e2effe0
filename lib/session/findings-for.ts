import { Findings } from "../engine/findings.ts";
import type { Recorder } from "../api/exchange/recorder.ts";
import type { Requirement } from "./requirement.ts";

/** Collects the findings of a session about its requirements. */
export function findingsFor(requirements: readonly Requirement[], recorder: Recorder): Findings {
  const byItself = idsOf(requirements.filter(({ rule }) => rule?.byItself === true));
  const advisory = idsOf(requirements.filter(({ level }) => level === "advisory"));
  return new Findings({
    log: recorder.log,
    redact: (text) => recorder.redact(text),
    byItself: (id) => byItself.has(id),
    onlyWarns: (id) => advisory.has(id),
  });
}

function idsOf(requirements: readonly Requirement[]): ReadonlySet<string> {
  return new Set(requirements.map(({ id }) => id));
}
