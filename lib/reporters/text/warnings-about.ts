import type { RunResult } from "../stored/run-result.ts";

export interface WarningsAbout {
  readonly id: "profile" | "target";
  readonly title: string;
  readonly reasons: readonly string[];
}

/** The warnings of a run, grouped by subject. */
export function warningsAbout({ warnings }: Pick<RunResult, "warnings">): readonly WarningsAbout[] {
  const reasons = (isAbout: (code: RunResult["warnings"][number]["code"]) => boolean) =>
    warnings.filter(({ code }) => isAbout(code)).map(({ reason }) => reason);
  const all: readonly WarningsAbout[] = [
    {
      id: "target",
      title: "Warnings about the target",
      reasons: reasons((code) => code !== "unread-field"),
    },
    {
      id: "profile",
      title: "Warnings about the profile",
      reasons: reasons((code) => code === "unread-field"),
    },
  ];
  return all.filter((about) => about.reasons.length > 0);
}
