import type { RunResult } from "../run-result.ts";
import { sharedRestorations } from "../shared-restorations.ts";
import { terminalText } from "../../text/terminal-text.ts";

/** What could not be put back, or is doubtful, merchant by merchant; nothing when everything is back. */
export function restorationLines({ restored }: Pick<RunResult, "restored">): string[] {
  const notable = restored.filter(({ outcome, note }) => outcome === "not restored" || note !== undefined);
  const lines = sharedRestorations(notable).map((text) => `  ${terminalText(text)}`);
  return lines.length === 0 ? [] : ["Webhooks of your merchants:", ...lines, ""];
}
