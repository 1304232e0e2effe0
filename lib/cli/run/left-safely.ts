import type { Restoration } from "../../engine/restoration.ts";
import type { Tally } from "../../engine/tally.ts";
import type { Visit } from "../../guest/visit.ts";

/** Ends a visit. A fault of ours while the target is put back is told with the results, and costs none of them. */
export async function leftSafely(
  visit: Visit,
  tally: Tally,
  ...terms: Parameters<Visit["leave"]>
): Promise<readonly Restoration[]> {
  try {
    return await visit.leave(...terms);
  } catch (error) {
    tally.broke(error);
    return [];
  }
}
