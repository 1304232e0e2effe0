import type { Cause } from "../api/diagnosis/cause.ts";
import type { Restoration } from "../engine/restoration.ts";
import type {
  CheckResult,
  ObservationResult,
  RequestCounts,
  RunWaiting,
  RunWarning,
  WaiverResult,
} from "../engine/result.ts";
import type { RunVerdict } from "../engine/run-verdict.ts";
import type { Verdict } from "../engine/verdict.ts";
import type { Level } from "../engine/requirement.ts";
import type { Coverage } from "./coverage.ts";

/** The name of the schema of `conformance.json`; another shape has another number. */
export const RESULT_SCHEMA_ID = "urn:card-issuing-conformance:result:1";

/** A restriction of a run. Every empty list means: no restriction. */
export interface RunSelection {
  readonly selectors: readonly string[];
  readonly skip: readonly string[];
  readonly levels: readonly Level[];
  /** Only queries were sent. */
  readonly readOnly?: true | undefined;
  /** The id of an earlier run. The selectors name what failed in it, and what that rests on. */
  readonly failedIn?: string | undefined;
}

/** Facts about a run that are known before the first check. */
export interface RunHeader {
  /** Of this run alone; it also stands in every callback URL that the run registered. */
  readonly runId: string;
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: { readonly name: string; readonly baseUrl: string; readonly authMode: string };
  /** SHA-256 of the profile's file, in hex. */
  readonly profileDigest: string;
  /** The target was the embedded reference, and no deployment. */
  readonly embedded?: true;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly seed: number;
  readonly depth: "quick" | "standard" | "deep";
  /** Name of the checked version, for example a commit. */
  readonly label?: string;
  /** The deployment that was checked, by its SHA-256: `issuer-api@sha256:…`. */
  readonly deployment?: string;
  /** The levels of the requirements that the run checked. Default: all. */
  readonly levels?: readonly Level[];
  /** The part of the catalogue that the run was asked to check. Absent: the run only observed. */
  readonly selection?: RunSelection;
}

/** Outcome of a run, as it stands in `conformance.json`. Ids are the interface; wording may change. */
export interface RunResult extends RunHeader {
  /** Name of the schema. */
  readonly $schema: typeof RESULT_SCHEMA_ID;
  readonly schemaVersion: 1;
  /** ISO 8601, UTC. */
  readonly endedAt: string;
  readonly durationMs: number;
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  /** The reason why the run checked nothing, or less than planned. */
  readonly reason?: string;
  /** Fields of the profile without effect. */
  readonly warnings: readonly RunWarning[];
  readonly coverage: Coverage;
  /** The stable cause of an unreachable run. */
  readonly reasonCode?: Cause;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly requests: Readonly<RequestCounts>;
  /** How many lanes judged at once. */
  readonly lanes: number;
  /** Waiting times apart from answers. */
  readonly waiting: { readonly seconds: number; readonly reasons: readonly RunWaiting[] };
  readonly restored: readonly Restoration[];
  readonly checks: readonly CheckResult[];
  readonly observations: readonly ObservationResult[];
  readonly waivers: readonly WaiverResult[];
}

/** Whether a run made no check, or could not make all of them. Such a run must not look like a green one. */
export function endedEarly({ verdict, checks }: Pick<RunResult, "verdict" | "checks">): boolean {
  return checks.length === 0 || verdict === "interrupted" || verdict === "unreachable";
}
