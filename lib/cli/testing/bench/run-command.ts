import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../../../package/package-root.ts";
import { PEAK_MEMORY } from "../peak-memory.ts";

export interface RunMeasure {
  readonly milliseconds: number;
  /** Greatest resident memory, in MiB. */
  readonly peak: number;
}

/** Runs the real command in a process of its own. */
export async function runCommand(args: readonly string[]): Promise<RunMeasure> {
  const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-bench-"));
  const memory = join(folder, "memory");
  const bin = join(packageRoot, "lib/cli/bin.js");
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--import", PEAK_MEMORY, bin, "run", ...args], {
    stdio: "ignore",
    env: { ...process.env, MEMORY_FILE: memory },
  });
  await new Promise((resolve) => child.once("close", resolve));
  const milliseconds = performance.now() - startedAt;
  const peak = Number(readFileSync(memory, "utf8")) / 1_024;
  rmSync(folder, { recursive: true });
  return { milliseconds, peak };
}
