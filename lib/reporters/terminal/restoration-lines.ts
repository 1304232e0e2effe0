import type { RunResult } from "../stored/run-result.ts";
import { sharedRestorations } from "../text/shared-restorations.ts";
import { terminalText } from "../../text/terminal-text.ts";

/**
 * Failed or doubtful restorations, merchant by merchant. Empty: everything is restored. An interrupted run names all.
 */
export function restorationLines({
  restored,
  interrupted = false,
}: Pick<RunResult, "restored"> & { readonly interrupted?: boolean }): string[] {
  const notable = restored.filter(
    ({ outcome, note }) => interrupted || outcome === "not restored" || note !== undefined,
  );
  const lines = sharedRestorations(notable).map((text) => `  ${terminalText(text)}`);
  return lines.length === 0 ? [] : ["State after the run:", ...lines, ""];
}
