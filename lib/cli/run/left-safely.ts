import type { Restoration } from "../../engine/record/restoration.ts";
import type { Tally } from "../../engine/run/tally.ts";
import type { Visit } from "../../guest/visit.ts";

/** Ends a visit. A defect of the suite during the restoration is reported, and loses no result. */
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
