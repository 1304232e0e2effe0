import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";
import { packageRoot } from "../../package/package-root.ts";
import { runResultSchema } from "../../reporters/run-result-schema.ts";

export interface BinOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface BinOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Options of Node itself. */
  readonly nodeArgs?: readonly string[];
  /** Root of another copy of this package. */
  readonly root?: string;
  /** What it prints into while its reader has gone away. */
  readonly unread?: readonly ("stdout" | "stderr")[];
  /** Is given the means to send a signal; called when the process has started. */
  readonly started?: (kill: Kill) => void;
  /** The same, with all of stdout, whenever there is more of it. */
  readonly output?: (stdout: string, kill: Kill) => unknown;
}

type Kill = (signal: NodeJS.Signals) => void;

/** Runs the real command in a process of its own. */
export async function runBin(args: readonly string[], options: BinOptions = {}): Promise<BinOutcome> {
  const {
    env = {},
    cwd = packageRoot,
    root = packageRoot,
    nodeArgs = [],
    unread = [],
    started,
    output,
  } = options;
  const child = spawn(process.execPath, [...nodeArgs, join(root, "lib/cli/bin.js"), ...args], {
    cwd,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      NO_COLOR: "",
      XDG_STATE_HOME: join(tmpdir(), "card-issuing-conformance-test-state"),
      XDG_CACHE_HOME: join(tmpdir(), "card-issuing-conformance-test-cache"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { stdout: "", stderr: "" };
  const kill: Kill = (signal) => child.kill(signal);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.stdout += text;
    output?.(printed.stdout, kill);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text));
  for (const name of unread) child[name].destroy();
  started?.(kill);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...printed };
}

/** `conformance.json` of a run; it must have the shape that is published. */
export function readResult(out: string): z.output<typeof runResultSchema> {
  return runResultSchema.parse(JSON.parse(readFileSync(join(out, "conformance.json"), "utf8")));
}
