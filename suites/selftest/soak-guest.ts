import { seededDraw } from "../../lib/reference/variants/random.ts";
import { type Killing, killRun } from "./killed-run.ts";
import { BEFORE, pass } from "./weather.ts";

/** Twenty runs through the worst weather and fifty that are killed; ends with 1 when a target is accused or left changed. */
const TRANSITIONS = 20;
const KILLINGS = 50;
const AT_ONCE = 5;
const MAX_REQUEST = 440;

const weather = {
  gatewayShare: 0.02,
  resetShare: 0.01,
  answersPerConnection: 10,
  throttleShare: 0,
  latencyMs: 80,
  spikeShare: 0.01,
  spikeMs: 1_200,
};

async function soakInWeather(seed: number): Promise<boolean> {
  const requestsPerSecond = seed % 3 === 0 ? 5 : 20;
  const { verdict, failed, counts, faults, after } = await pass({ ...weather, requestsPerSecond }, seed, 50);
  const isBack = after.every((one) => JSON.stringify(one) === JSON.stringify(BEFORE));
  const fine =
    failed.length === 0 && isBack && (verdict === "conformant-partial" || verdict === "incomplete");
  say(fine, `weather ${seed}`, { verdict, isBack, counts, faults, failed });
  return fine;
}

async function soakKilled(seed: number): Promise<boolean> {
  const draw = seededDraw(seed);
  const killing: Killing = {
    atRequest: 1 + draw(MAX_REQUEST),
    before: (["enabled", "disabled", "nothing"] as const)[draw(3)] ?? "enabled",
    afterwards: draw(2) === 0 ? "restore" : "run",
    choices: { statusAfterRegisterOnDisabled: draw(2) === 0 ? 1 : "kept", latencyMs: draw(2) === 0 ? 0 : 1 },
  };
  const { killed, before, after, left, said } = await killRun(killing);
  const isBack = JSON.stringify(after) === JSON.stringify(before);
  const saysWhy = /the API has no delete|shows no operation that changes it/.test(said);
  const fine = (!killed || isBack || saysWhy) && left.startsWith("No run has left");
  say(fine, `killing ${seed}`, { ...killing, killed, isBack, saysWhy });
  return fine;
}

function say(fine: boolean, what: string, details: object): void {
  process.stdout.write(`${fine ? "fine" : "BAD "} ${what} ${JSON.stringify(details)}\n`);
}

const outcomes = await Promise.all(
  Array.from({ length: TRANSITIONS }, async (_, index) => soakInWeather(index + 1)),
);
for (let first = 1; first <= KILLINGS; first += AT_ONCE) {
  const seeds = Array.from({ length: AT_ONCE }, (_, index) => first + index);
  outcomes.push(...(await Promise.all(seeds.map(soakKilled))));
}
process.exit(outcomes.every(Boolean) ? 0 : 1);
