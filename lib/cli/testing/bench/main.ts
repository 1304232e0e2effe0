import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadProfile } from "../../../profile/load/load-profile.ts";
import { createReference } from "../../../reference/reference.ts";
import { serveReference } from "../../../reference/serve-reference.ts";
import { measureExchange } from "./measure-exchange.ts";
import { measureLanes } from "./measure-lanes.ts";
import { runCommand } from "./run-command.ts";

const RUNS = 5;
const LANES = [1, 2, 4];

const out = mkdtempSync(join(tmpdir(), "card-issuing-conformance-bench-"));
for (const https of [false, true]) {
  const ratios = await measureExchange(https);
  print(`an exchange over ${https ? "https" : "http"}, as a multiple of bare undici`, spreadOf(ratios, 2));
}
print("before the first request", `${spreadOf(await timesToFirstRequest())} ms`);
for (const depth of ["quick", "standard"]) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runCommand(["--depth", depth, "--out", out]));
  print(`run --depth ${depth}, embedded reference`, `${spreadOf(runs.map((run) => run.milliseconds))} ms`);
  print("  greatest memory", `${spreadOf(runs.map(({ peak }) => peak))} MiB`);
}
await printLanes();
rmSync(out, { recursive: true });

function print(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(52)} ${value}\n`);
}

async function timesToFirstRequest(): Promise<number[]> {
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
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    firstRequestAt = undefined;
    const startedAt = performance.now();
    await runCommand(["versioning", "--base-url", server.url, "--out", out]);
    times.push((firstRequestAt ?? Number.NaN) - startedAt);
  }
  await server.close();
  return times;
}

/** Time of a run at a target that answers after 80 ms, and how many times as fast it is as in one lane. */
async function printLanes(): Promise<void> {
  let alone = Number.NaN;
  for (const lanes of LANES) {
    const ms = await measureLanes(lanes, "quick", out);
    if (lanes === 1) alone = ms;
    print(
      `run --depth quick at 80 ms, lanes: ${lanes}`,
      `${(ms / 1_000).toFixed(1)} s, ${(alone / ms).toFixed(2)}`,
    );
  }
}

/** The median of some measurements, with the least and the greatest: `1.42 (1.38 to 1.51)`. */
function spreadOf(values: readonly number[], digits = 0): string {
  const sorted = values.toSorted((one, other) => one - other);
  const [middle, least, greatest] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)].map(
    (value) => (value ?? Number.NaN).toFixed(digits),
  );
  return `${middle} (${least} to ${greatest})`;
}
