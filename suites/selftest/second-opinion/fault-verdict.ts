import type { CheckResult } from "../../../lib/engine/result.ts";
import { runVerdict } from "../../../lib/engine/run-verdict.ts";
import { idsWith } from "../judge-target.ts";
import { timeLimit } from "../time-limit.ts";
import { judgeVariation } from "./judge-variation.ts";
import type { Fault, Mode } from "./types.ts";

/** The verdict of a run about one fault. */
export interface FaultVerdict {
  readonly depth: "quick" | "standard";
  /** The verdict of the run, or the reason why it stops before its checks. */
  readonly verdict: string;
  /** Whether the run accuses the server, or stops. */
  readonly found: boolean;
  /** The first check that accuses the server: the run ends with it. */
  readonly failed: string[];
  /** Checks that broke, at either depth. */
  readonly errored: string[];
  /** Whether one of them took longer than a run may against a broken server. */
  readonly isTooLong: boolean;
}

/** Judges a fault at quick depth, and at standard depth when that does not fail it. */
export async function faultVerdict(fault: Fault, mode: Mode): Promise<FaultVerdict> {
  const quick = await verdictAt("quick", { fault, mode });
  if (quick.found) return quick;
  const standard = await verdictAt("standard", { fault, mode });
  return {
    ...standard,
    errored: [...quick.errored, ...standard.errored],
    isTooLong: quick.isTooLong || standard.isTooLong,
  };
}

/** A line of a pin: the fault, the depth, the verdict and the first check that accuses the server. */
export function faultLine({
  name,
  depth,
  verdict,
  failed,
}: Pick<FaultVerdict, "depth" | "verdict" | "failed"> & Pick<Fault, "name">): string {
  return `${name} | ${depth} ${verdict}: ${failed.join(", ")}`.trimEnd();
}

async function verdictAt(
  depth: FaultVerdict["depth"],
  { fault, mode }: { readonly fault: Fault; readonly mode: Mode },
): Promise<FaultVerdict> {
  const report = await judgeVariation(fault, mode, { depth, until: accuses });
  const verdict = report.cause === undefined ? runVerdict(report.checks) : `stopped by ${report.cause}`;
  return {
    depth,
    verdict,
    found: report.cause !== undefined || verdict === "non-conformant",
    failed: idsWith(report, "failed").toSorted(),
    errored: idsWith(report, "errored"),
    isTooLong: report.seconds > (await timeLimit({ mode, depth })),
  };
}

function accuses({ verdict }: CheckResult): boolean {
  return verdict === "failed";
}
