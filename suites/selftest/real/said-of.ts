import { idsWith, judgeTarget, type Trial } from "../judge-target.ts";
import { plainService } from "./plain-service.ts";
import type { Validator } from "./validators.ts";

const VERDICTS = ["failed", "errored", "inconclusive", "warned"] as const;

/** The failures and warnings of a service with this validator: each a verdict and the id of a requirement. */
export async function saidOf(validator: Validator, trial: Trial = {}): Promise<string[]> {
  const report = await judgeTarget(plainService(validator), { depth: "standard", ...trial });
  const against = VERDICTS.flatMap((verdict) => idsWith(report, verdict).map((id) => `${verdict} ${id}`));
  return report.cause === undefined ? against : [`not judged: ${report.cause}`];
}

/** A row of a table of Markdown. */
export function rowOf(name: string, said: readonly string[]): string {
  const shown = said.map((line) => line.replace(/ ([\w.-]+)$/, " `$1`"));
  return `| ${name.replaceAll("|", "\\|")} | ${shown.join(", ") || "nothing"} |`;
}
