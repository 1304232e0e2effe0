import type { Findings } from "./findings.ts";
import type { RequirementId } from "../requirement/requirement.ts";
import type { RecordedExchange } from "../requirement/recorded-exchange.ts";
import type { GeneratedCase, RequestCounts } from "./result.ts";

/** The exchanges of the current check as shown to people. */
export interface EvidenceRecord {
  readonly exchanges: readonly RecordedExchange[];
  /** A text for people, without credentials. */
  redact(text: string): string;
}

/** Fields that a target has returned in a run. */
export interface Returned {
  /** Whether a field was missing from every answer that could have had it. */
  never(field: string): boolean;
  /** In the order in which they were first seen. */
  readonly names: readonly string[];
}

/** The inputs of a check, and whether it answers for all findings meanwhile. */
export type ListeningContext<Context> = Context & { readonly listening: boolean };

/** The target, as the engine knows it: without any API. */
export interface Target<Context> {
  /** Starts a check. Later exchanges are its own. An observation has no findings: it never decides. */
  begin(requirement: RequirementId, options?: { readonly deaf?: boolean }): void;
  /** @param only check only this generated case */
  given(requirement: RequirementId, only?: GeneratedCase): ListeningContext<Context>;
  readonly record: EvidenceRecord;
  readonly findings: Findings;
  /** Requests of this lane. */
  readonly counts: Pick<Readonly<RequestCounts>, "sent">;
  readonly returned: Returned;
  /** Values that the profile pins where the document is silent, by requirement id. */
  readonly pins: Readonly<Record<string, unknown>>;
  /** The reason why the current check cannot accuse the target: another client uses it too. */
  readonly interference: string | undefined;
}
