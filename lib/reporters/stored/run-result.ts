import type { z } from "zod";
import type { Frozen } from "../../files/fields.ts";
import type { runResultSchema } from "./run-result-schema.ts";

/** Outcome of a run, as it stands in `conformance.json`. Ids are the interface; wording may change. */
export type RunResult = Frozen<z.output<typeof runResultSchema>>;

/** The result of one requirement that the run decides. */
export type StoredCheck = RunResult["checks"][number];
export type StoredViolation = NonNullable<StoredCheck["violation"]>;
export type StoredVerdict = StoredCheck["verdict"];
/** Behaviour of the target where the document is silent. */
export type StoredObservation = RunResult["observations"][number];
export type StoredWaiver = RunResult["waivers"][number];
export type StoredRestoration = RunResult["restored"][number];
export type StoredRunVerdict = RunResult["verdict"];

/** A restriction of a run. Every empty list means: no restriction. */
export type RunSelection = NonNullable<RunResult["selection"]>;

/** Facts about a run that are known before the first check. */
export type RunHeader = Pick<
  RunResult,
  | "runId"
  | "suite"
  | "target"
  | "profileDigest"
  | "embedded"
  | "startedAt"
  | "seed"
  | "depth"
  | "label"
  | "deployment"
  | "levels"
  | "selection"
>;

/** Whether a run made no check, or could not make all of them. Such a run must not look like a green one. */
export function endedEarly({ verdict, checks }: Pick<RunResult, "verdict" | "checks">): boolean {
  return checks.length === 0 || verdict === "interrupted" || verdict === "unreachable";
}
