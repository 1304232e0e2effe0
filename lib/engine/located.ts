import type { EvidenceRecord } from "./target.ts";
import { Violation } from "./verdict.ts";

/**
 * Runs a part of a check. A violation that does not name the exchange that shows it gets the last one.
 * @throws whatever the part throws
 */
export async function located(record: EvidenceRecord, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    const last = record.exchanges.length;
    if (!(error instanceof Violation) || error.evidence.exchange !== undefined || last === 0) throw error;
    throw new Violation({ ...error.evidence, exchange: last }, error.requirement);
  }
}

/**
 * The same for one generated case: a violation also gets the number of the case's first exchange.
 * @throws whatever the case throws
 */
export async function locatedCase(record: EvidenceRecord, generated: () => Promise<void>): Promise<void> {
  const since = record.exchanges.length + 1;
  try {
    await located(record, generated);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Violation({ ...error.evidence, since }, error.requirement);
  }
}
