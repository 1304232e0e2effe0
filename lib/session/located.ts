import type { Recorder } from "../client/recorder.ts";
import { Violation } from "../verdict.ts";

/**
 * Runs a part of a check. A violation that does not name the exchange that shows it gets the last one.
 * @throws whatever the part throws
 */
export async function located(recorder: Recorder, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    const last = recorder.exchanges.length;
    if (!(error instanceof Violation) || error.evidence.exchange !== undefined || last === 0) throw error;
    throw new Violation({ ...error.evidence, exchange: last }, error.requirement);
  }
}

/**
 * The same for one generated case: a violation also gets the number of the case's first exchange.
 * @throws whatever the case throws
 */
export async function locatedCase(recorder: Recorder, generated: () => Promise<void>): Promise<void> {
  const since = recorder.exchanges.length + 1;
  try {
    await located(recorder, generated);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Violation({ ...error.evidence, since }, error.requirement);
  }
}
