import type { AnyRequirement } from "./catalogue.ts";
import type { PlannedRow } from "./plan.ts";
import type { Steps } from "./steps.ts";
import type { Tally } from "./tally.ts";

/**
 * Decides the rows of a plan one after the other, until the end or the signal. Resolves when no request is
 * open. The tally notes defects outside of the checks.
 */
export async function run<R extends AnyRequirement, Extras>(
  rows: Iterable<PlannedRow<R>>,
  steps: Steps<R, Extras>,
  { tally, signal }: { readonly tally: Tally<Extras>; readonly signal?: AbortSignal },
): Promise<void> {
  const isOver = () => signal?.aborted === true || tally.refusal !== undefined;
  const stop = () => void steps.close();
  signal?.addEventListener("abort", stop);
  try {
    for (const row of rows) {
      if (isOver()) break;
      if (row.why === undefined) tally.start(row.requirement.id);
      const step = await steps.take(row);
      if (signal?.aborted !== true) tally.take(step);
    }
  } catch (error) {
    tally.broke(error);
  } finally {
    signal?.removeEventListener("abort", stop);
    await steps.close();
    tally.settle();
  }
}
