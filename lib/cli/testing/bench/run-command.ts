import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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
export async function runCommand(
  args: readonly string[],
  nodeArgs: readonly string[] = [],
): Promise<RunMeasure> {
  const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-bench-"));
  const memory = join(folder, "memory");
  const bin = join(packageRoot, "lib/cli/bin.js");
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--import", PEAK_MEMORY, ...nodeArgs, bin, "run", ...args], {
    stdio: "ignore",
    env: { ...process.env, MEMORY_FILE: memory },
  });
  await new Promise((resolve) => child.once("close", resolve));
  const milliseconds = performance.now() - startedAt;
  const peak = Number(readFileSync(memory, "utf8")) / 1_024;
  rmSync(folder, { recursive: true });
  return { milliseconds, peak };
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly url: string; readonly functionName: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The work of a run by the file that asks for it. Other files count for their folder. */
const WORK: readonly (readonly [file: RegExp, name: string])[] = [
  [/^node:internal\/modules\//, "start: loading modules"],
  [/\/lib\/secrets\//, "redaction"],
  [/\/lib\/api\/exchange\/recorder\.[jt]s$/, "recording"],
  [/\/lib\/(?:session\/listener\.|api\/webhook\/)|\/suites\//, "rules and checks"],
  [/\/lib\/reporters\//, "reporters"],
  [/\/lib\/reference\//, "the reference"],
];

/** CPU seconds of a run by the work of the product that asked for it, from the CPU profiles in a folder. */
export function costsIn(folder: string): Map<string, number> {
  const costs = new Map<string, number>();
  for (const file of readdirSync(folder)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- node writes these files
    const profile = JSON.parse(readFileSync(join(folder, file), "utf8")) as CpuProfile;
    const owners = ownersIn(profile);
    profile.samples.forEach((sample, index) => {
      const owner = owners.get(sample) ?? "node";
      costs.set(owner, (costs.get(owner) ?? 0) + (profile.timeDeltas[index] ?? 0) / 1_000_000);
    });
  }
  return costs;
}

/** The work of each node: that of its own file, or of the nearest caller in the product. */
function ownersIn({ nodes }: CpuProfile): Map<number, string> {
  const owners = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (id: number, inherited: string) => {
    const node = byId.get(id);
    if (node === undefined) return;
    const { url, functionName } = node.callFrame;
    const owner = functionName === "(idle)" ? "waiting" : (workOf(url) ?? inherited);
    owners.set(id, owner);
    for (const child of node.children ?? []) visit(child, owner);
  };
  const [root] = nodes;
  if (root !== undefined) visit(root.id, "node and libraries");
  return owners;
}

function workOf(url: string): string | undefined {
  if (url.includes("node_modules")) return undefined;
  const [, name] = WORK.find(([file]) => file.test(url)) ?? [];
  return name ?? /\/(lib\/(?:api\/)?[\w-]+)\/[^]*\.[jt]s$/.exec(url)?.[1];
}
