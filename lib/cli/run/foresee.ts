import type { Check, Observation } from "../../check.ts";
import { requestsOf } from "../../guest/requests-of.ts";
import { loadSuites } from "../../host/load-suites.ts";
import type { RunOrder } from "../../host/run-order.ts";
import { suitesFolder } from "../../package-root.ts";
import { judgesIn, plan, type PlannedRow, type Selection } from "../../plan.ts";
import { unreadFields } from "../../plan/unread-fields.ts";
import type { RunWarning } from "../../result.ts";

const EVERYTHING: Selection = { selectors: [], skip: [] };

/** What is known of a run before its first request. */
export interface Foresight {
  /** Whether anything that was selected can be judged or observed. */
  readonly asks: boolean;
  readonly warnings: readonly RunWarning[];
  /** About how many requests what was selected will cost; undefined: everything was, or nobody knows. */
  readonly requests?: number;
}

/** What a run will come to; suites that cannot be loaded say so where they are to judge. */
export async function foresee({
  setup: { profile, depth },
  selection,
}: Pick<RunOrder, "setup" | "selection">): Promise<Foresight> {
  try {
    const suites = await loadSuites(suitesFolder);
    const selected = judgesOf(plan(suites, selection, profile));
    const all = judgesOf(plan(suites, EVERYTHING, profile));
    return {
      asks: selected.length > 0,
      ...(selected.length < all.length && { requests: requestsOf(selected, all, depth) }),
      warnings: unreadFields(profile, [...judgesIn(suites).keys()]),
    };
  } catch {
    return { asks: true, warnings: [] };
  }
}

function judgesOf(rows: readonly PlannedRow[]): (Check | Observation)[] {
  return rows.flatMap(({ bystander, judge }) => (bystander || judge === undefined ? [] : [judge]));
}
