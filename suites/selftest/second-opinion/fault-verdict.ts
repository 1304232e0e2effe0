import { runVerdict } from "../../../lib/run-verdict.ts";
import { idsWith } from "../judge-target.ts";
import { judgeVariation } from "./judge-variation.ts";
import type { Fault, Mode } from "./types.ts";

/** What a run says about one fault. */
export interface FaultVerdict {
  readonly depth: "quick" | "standard";
  readonly verdict: ReturnType<typeof runVerdict>;
  readonly failed: readonly string[];
  readonly errored: readonly string[];
  readonly requests: number;
}

/** Judges a fault at quick depth, and at standard depth when that does not fail it. */
export async function faultVerdict(fault: Fault, mode: Mode): Promise<FaultVerdict> {
  const quick = await verdictAt("quick", fault, mode);
  return quick.verdict === "non-conformant" ? quick : verdictAt("standard", fault, mode);
}

async function verdictAt(depth: FaultVerdict["depth"], fault: Fault, mode: Mode): Promise<FaultVerdict> {
  const report = await judgeVariation(fault, mode, depth);
  return {
    depth,
    verdict: runVerdict(report.checks),
    failed: idsWith(report, "failed").toSorted(),
    errored: idsWith(report, "errored"),
    requests: report.requests,
  };
}
