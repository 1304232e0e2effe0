import type { Context } from "./context.ts";
import { catalogue, type NormativeId, type UnspecifiedId } from "./requirements/catalogue.ts";

/** A value that decides one normative requirement against a target. */
export interface Check {
  readonly kind: "check";
  readonly requirement: NormativeId;
  /** Returns when the target keeps the requirement; throws a Violation, or why it cannot say. */
  readonly run: (context: Context) => Promise<void>;
}

/** A value that records what a target does about one unspecified requirement. */
export interface Observation {
  readonly kind: "observation";
  readonly requirement: UnspecifiedId;
  /** Returns what was seen, as JSON. */
  readonly run: (context: Context) => Promise<unknown>;
}

export function check(requirement: NormativeId, run: Check["run"]): Check {
  return { kind: "check", requirement, run };
}

/** A check of a requirement that is judged on the answers of every other check: it adds nothing of its own. */
export function ambient(requirement: NormativeId): Check {
  return check(requirement, async (context) => context.overheard(requirement));
}

export function observe(requirement: UnspecifiedId, run: Observation["run"]): Observation {
  return { kind: "observation", requirement, run };
}

/** Whether a module export is a check or an observation. */
export function isJudge(value: unknown): value is Check | Observation {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    (value.kind === "check" || value.kind === "observation")
  );
}

/** Checks that also hear what others see come last, so that they have heard all of it. */
export function isAmbient(judge: Check | Observation): boolean {
  return catalogue[judge.requirement].ambient === true;
}
