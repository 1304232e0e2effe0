import { headlineOf } from "./headline.ts";
import type { RunResult } from "./run-result.ts";

/** The answer of a badge endpoint, for example for shields.io. */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

const COLORS: Readonly<Record<number, string>> = { 0: "brightgreen", 1: "red", 3: "yellow" };

/** Names the verdict of a run in a few words. The colour of a partial run is never that of a full one. */
export function badgeOf(result: RunResult): Badge {
  const { verdict, exitCode, counts, target } = result;
  const full = verdict === "conformant" && counts.waived === 0;
  return {
    schemaVersion: 1,
    label: `${target.name} contract`,
    message: headlineOf(result),
    color: exitCode === 0 && !full ? "green" : (COLORS[exitCode] ?? "lightgrey"),
  };
}
