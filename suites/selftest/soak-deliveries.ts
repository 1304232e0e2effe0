import { setTimeout as sleep } from "node:timers/promises";
import { findMutant } from "../../lib/cli/serve/find-mutant.ts";
import { seededDraw } from "../../lib/reference/variants/random.ts";
import { judgeByWay } from "./judge-by-way.ts";
import { byProxy, byRelay, byTunnel, type Way } from "./ways.ts";

/**
 * Twenty runs by each way to the receiver, or as many as the first argument says, each beside one of a mutant; and as many
 * by a relay that is started anew again and again. Ends with 1 when a conformant target is accused, one by a way that holds is not judged, or a mutant is missed.
 */
const RUNS = Number(process.argv[2] ?? 20);
const AT_ONCE = 3;
const MUTANTS = [
  "retries-once-too-often",
  "delivers-every-other-event-to-the-root",
  "delivers-all-to-the-first-registered-url",
  "drops-the-query",
];
const LONGEST_CALM_MS = 2_500;

type Verdicts = Readonly<Record<string, string>>;

function idsWith(verdicts: Verdicts, verdict: string): string[] {
  return Object.keys(verdicts).filter((id) => verdicts[id]?.startsWith(verdict) === true);
}

async function soakWay(name: string, open: () => Promise<Way>, seed: number): Promise<boolean> {
  const mutant = findMutant(MUTANTS[seed % MUTANTS.length] ?? "");
  const { receiver, close } = await open();
  const verdicts = await judgeByWay({ receiver, seed });
  await close();
  const other = await open();
  const broken = await judgeByWay({ receiver: other.receiver, seed, mutant });
  await other.close();
  const [failed, undecided] = [idsWith(verdicts, "failed"), idsWith(verdicts, "inconclusive")];
  const isCaught = idsWith(broken, "failed").includes(mutant.breaks);
  const fine = failed.length === 0 && undecided.length === 0 && isCaught;
  say(fine, `${name} ${seed}`, { failed, undecided, mutant: mutant.name, isCaught });
  return fine;
}

async function soakRestarts(seed: number): Promise<boolean> {
  const draw = seededDraw(seed);
  const { receiver, restart, close } = await byRelay();
  const over = new AbortController();
  let restarts = 0;
  const unrest = async () => {
    for (; !over.signal.aborted; restarts += 1) {
      await sleep(draw(LONGEST_CALM_MS));
      if (!over.signal.aborted) await restart();
    }
  };
  const [verdicts] = await Promise.all([
    judgeByWay({ receiver, seed }).finally(() => over.abort()),
    unrest(),
  ]);
  await close();
  const failed = idsWith(verdicts, "failed");
  const passed = idsWith(verdicts, "passed").length;
  const others = idsWith(verdicts, "inconclusive").map((id) => verdicts[id]);
  const fine = failed.length === 0 && idsWith(verdicts, "errored").length === 0;
  say(fine, `restarts ${seed}`, { restarts, failed, passed, others });
  return fine;
}

function say(fine: boolean, what: string, details: object): void {
  process.stdout.write(`${fine ? "fine" : "BAD "} ${what} ${JSON.stringify(details)}\n`);
}

const ways = { proxy: byProxy, tunnel: byTunnel, relay: byRelay };
const outcomes: boolean[] = [];
for (let seed = 1; seed <= RUNS; seed += 1) {
  outcomes.push(
    ...(await Promise.all(Object.entries(ways).map(async ([name, open]) => soakWay(name, open, seed)))),
  );
}
for (let first = 1; first <= RUNS; first += AT_ONCE) {
  const seeds = Array.from({ length: Math.min(AT_ONCE, RUNS - first + 1) }, (_, index) => first + index);
  outcomes.push(...(await Promise.all(seeds.map(soakRestarts))));
}
process.exit(outcomes.every(Boolean) ? 0 : 1);
