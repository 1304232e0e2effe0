import type { Findings } from "./findings.ts";
import type { RequirementId } from "./requirement.ts";
import type { GeneratedCase, RecordedExchange, RequestCounts } from "./result.ts";

/** What was sent and answered in the check under way, as it is shown to people. */
export interface EvidenceRecord {
  readonly exchanges: readonly RecordedExchange[];
  /** A text for people, without credentials. */
  redact(text: string): string;
}

/** What a target has returned in a run. */
export interface Returned {
  /** Whether a field was left out of every answer that could have had it. */
  never(field: string): boolean;
  /** In the order in which they were first seen. */
  readonly names: readonly string[];
}

/** What a check is given, and whether it has asked to answer for all that is heard meanwhile. */
export type Given<Context> = Context & { readonly listening: boolean };

/** The thing under test, as far as judging needs to know it: the engine knows no API. */
export interface Target<Context> {
  /** Starts a check: what comes from here on is its own. Of an observation nothing is found: it never judges. */
  begin(requirement: RequirementId, options?: { readonly deaf?: boolean }): void;
  /** @param only run this generated case alone */
  given(requirement: RequirementId, only?: GeneratedCase): Given<Context>;
  readonly record: EvidenceRecord;
  readonly findings: Findings;
  readonly counts: Readonly<RequestCounts>;
  readonly returned: Returned;
  /** What the profile fixes of what the document leaves open, by requirement id. */
  readonly pins: Readonly<Record<string, unknown>>;
  /** Why nothing that the check under way has seen can be held against the target: another client uses it too. */
  readonly interference: string | undefined;
}
