import { loadSuites } from "../../host/load-suites.ts";
import type { RunOrder } from "../../host/run-order.ts";
import { suitesFolder } from "../../package-root.ts";
import { judgesIn, plan } from "../../plan.ts";
import { unreadFields } from "../../plan/unread-fields.ts";
import type { RunWarning } from "../../result.ts";

/** What is known of a run before its first request. */
export interface Foresight {
  /** Whether anything that was selected can be judged or observed. */
  readonly asks: boolean;
  readonly warnings: readonly RunWarning[];
}

/** What a run will come to; suites that cannot be loaded say so where they are to judge. */
export async function foresee({
  setup: { profile },
  selection,
}: Pick<RunOrder, "setup" | "selection">): Promise<Foresight> {
  try {
    const suites = await loadSuites(suitesFolder);
    return {
      asks: plan(suites, selection, profile).some(({ judge }) => judge !== undefined),
      warnings: unreadFields(profile, [...judgesIn(suites).keys()]),
    };
  } catch {
    return { asks: true, warnings: [] };
  }
}
