import { headline } from "./headline.ts";
import type { RunResult } from "./run-result.ts";

/** What the endpoint of a badge service answers, for example that of shields.io. */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

const COLORS: Readonly<Record<number, string>> = { 0: "brightgreen", 1: "red", 3: "yellow" };

/** The verdict of a run in a few words. A partial one is never as green as a full one. */
export function badgeOf(result: RunResult): Badge {
  const { verdict, exitCode, counts, target } = result;
  const full = verdict === "conformant" && counts.waived === 0;
  return {
    schemaVersion: 1,
    label: `${target.name} contract`,
    message: headline(result),
    color: exitCode === 0 && !full ? "green" : (COLORS[exitCode] ?? "lightgrey"),
  };
}
