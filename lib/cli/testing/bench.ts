import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../../package/package-root.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import { createReference } from "../../reference/reference.ts";
import { serveReference } from "../../reference/serve-reference.ts";

const RUNS = 5;

/** Prints the medians of the real command: the whole process, and the time before its first request. */
const out = mkdtempSync(join(tmpdir(), "card-issuing-conformance-bench-"));
const { profile } = await loadProfile("reference", {});
const reference = createReference({ merchants: profile.merchants });
let firstRequestAt: number | undefined;
const server = await serveReference({
  ...reference,
  fetch: async (request, arrival) => {
    firstRequestAt ??= performance.now();
    return reference.fetch(request, arrival);
  },
});

const walls: number[] = [];
const firsts: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  walls.push(await timed([]));
  firstRequestAt = undefined;
  const startedAt = performance.now();
  await timed(["versioning", "--base-url", server.url]);
  firsts.push((firstRequestAt ?? Number.NaN) - startedAt);
}
await server.close();
rmSync(out, { recursive: true });
process.stdout.write(
  `run on the embedded reference  ${median(walls)} ms\nbefore the first request       ${median(firsts)} ms\n`,
);

async function timed(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const bin = join(packageRoot, "lib/cli/bin.js");
  const child = spawn(process.execPath, [bin, "run", ...args, "--out", out], { stdio: "ignore" });
  await new Promise((resolve) => child.once("close", resolve));
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN);
}
