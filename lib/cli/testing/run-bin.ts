import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../package-root.ts";

export interface BinOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface BinOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Root of another copy of this package. */
  readonly root?: string;
  /** Is given the means to send a signal; called when the process has started. */
  readonly started?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the real command in a process of its own. */
export async function runBin(args: readonly string[], options: BinOptions = {}): Promise<BinOutcome> {
  const { env = {}, cwd = packageRoot, root = packageRoot, started } = options;
  const child = spawn(process.execPath, [join(root, "lib/cli/bin.js"), ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NO_COLOR: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  started?.((signal) => child.kill(signal));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...output };
}

/** `conformance.json` of a run. */
export function readResult(out: string): Record<string, unknown> {
  const content: Record<string, unknown> = JSON.parse(readFileSync(join(out, "conformance.json"), "utf8"));
  return content;
}
