import { deepStrictEqual } from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { z } from "zod";
import { packageRoot } from "../../package/package-root.ts";
import { runResultSchema } from "../../reporters/stored/run-result-schema.ts";

export interface BinOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface BinOptions extends ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Runs the command in a process of its own even though no other option needs one. */
  readonly ownProcess?: boolean;
}

/** Options that need a process of its own. */
interface ProcessOptions {
  readonly cwd?: string;
  /** Options of Node itself. */
  readonly nodeArgs?: readonly string[];
  /** Root of another copy of this package. */
  readonly root?: string;
  /** Streams whose reader has gone away. */
  readonly unread?: readonly ("stdout" | "stderr")[];
  /** Is given the means to send a signal; called when the process has started. */
  readonly started?: (kill: Kill) => void;
  /** The same, with all of stdout, whenever there is more of it. */
  readonly output?: (stdout: string, kill: Kill) => unknown;
}

type Env = Readonly<NodeJS.ProcessEnv>;

/** Commands that run until they are killed. */
const LASTING = new Set(["serve", "relay"]);

/** Test files that run at the same time keep their state apart: a run locks its target there. */
const LANE = process.env["VITEST_POOL_ID"] ?? "0";

const SURROUNDINGS: Env = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  NO_COLOR: "",
  XDG_STATE_HOME: join(tmpdir(), `card-issuing-conformance-test-state-${LANE}`),
  XDG_CACHE_HOME: join(tmpdir(), "card-issuing-conformance-test-cache"),
};

type Kill = (signal: NodeJS.Signals) => void;

/**
 * Runs the command: in this process, where its modules are loaded already, unless it needs one of its own.
 * @param line arguments, or a text of them without a blank in any
 */
export async function runBin(
  line: string | readonly string[],
  options: BinOptions = {},
): Promise<BinOutcome> {
  const args = typeof line === "string" ? line.split(" ") : line;
  const { env = {}, ownProcess = false, ...others } = options;
  const needsOwn = Object.keys(others).length > 0 || "NODE_OPTIONS" in env || LASTING.has(args[0] ?? "");
  const surroundings = { ...SURROUNDINGS, ...env };
  if (ownProcess || needsOwn) return runInOwnProcess(args, surroundings, others);
  const run = turn.then(async () => runInThisProcess(args, surroundings));
  turn = run.catch(() => undefined);
  return run;
}

/** Commands in this process share its streams and its environment, so that they take turns. */
let turn: Promise<unknown> = Promise.resolve();

async function runInThisProcess(args: readonly string[], env: Env): Promise<BinOutcome> {
  const { runCommandLine } = await import("../main.ts");
  using streams = captured(env);
  const code = await runCommandLine(args);
  return { code, ...streams.printed };
}

/** Gives the command another environment, and collects what it prints. */
function captured(env: Env): Disposable & { readonly printed: Pick<BinOutcome, "stdout" | "stderr"> } {
  const printed = { stdout: "", stderr: "" };
  const before = process.env;
  process.env = { ...env };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text, ...more) => {
      printed[name] += typeof text === "string" ? text : Buffer.from(text).toString();
      more.findLast((one) => typeof one === "function")?.();
      return true;
    }),
  );
  return {
    printed,
    [Symbol.dispose]() {
      process.env = before;
      for (const spy of spies) spy.mockRestore();
    },
  };
}

/** Runs the real command in a process of its own. */
async function runInOwnProcess(
  args: readonly string[],
  env: Env,
  options: ProcessOptions,
): Promise<BinOutcome> {
  const { cwd = packageRoot, root = packageRoot, nodeArgs = [], unread = [], started, output } = options;
  const child = spawn(process.execPath, [...nodeArgs, join(root, "lib/cli/bin.js"), ...args], {
    cwd,
    env,
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

/** `conformance.json` of a run. It must have the shape that is published, and no other member. */
export function readResult(out: string): z.output<typeof runResultSchema> {
  const written: unknown = JSON.parse(readFileSync(join(out, "conformance.json"), "utf8"));
  const result = runResultSchema.parse(written);
  deepStrictEqual(result, written);
  return result;
}
