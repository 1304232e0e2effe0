import type { EvidenceRecord } from "./target.ts";
import { Violation } from "./verdict.ts";

/**
 * Runs a part of a check. A violation without an exchange gets the last one.
 * @throws every error of the part
 */
export async function runLocated(record: EvidenceRecord, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    const last = record.exchanges.length;
    if (!(error instanceof Violation) || error.evidence.exchange !== undefined || last === 0) throw error;
    throw new Violation({ ...error.evidence, exchange: last }, error.requirement);
  }
}

/**
 * Runs one generated case. A violation also gets the number of the case's first exchange.
 * @throws every error of the case
 */
export async function locatedCase(record: EvidenceRecord, generated: () => Promise<void>): Promise<void> {
  const since = record.exchanges.length + 1;
  try {
    await runLocated(record, generated);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Violation({ ...error.evidence, since }, error.requirement);
  }
}
