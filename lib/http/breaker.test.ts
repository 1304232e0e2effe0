import { expect, test } from "vitest";
import { Breaker, retry } from "./breaker.ts";
import type { Exchanged, Outgoing } from "./exchange.ts";
import { AttemptFailedError, NoAnswerError } from "./send-errors.ts";
import { WaitLog } from "./gate.ts";

const SILENT_MS = 10_000;

const ordinary: Outgoing = {
  label: "query",
  make: async () => ({ method: "POST", path: "/", headers: [] }),
  record: () => 1,
};

/** A target that answers after a while, but for the requests that it leaves unanswered. */
function scripted(isSilent: (number: number) => boolean, answerMs = 1_000) {
  let now = 0;
  let sent = 0;
  const waits = new WaitLog();
  const breaker = new Breaker({ maxWithoutAnswer: 3, maxLostMs: 90_000, waits, now: () => now });
  const timeouts: number[] = [];
  const send = breaker.layer(async (outgoing) => {
    sent += 1;
    const { timeoutMs = SILENT_MS } = await outgoing.make();
    timeouts.push(timeoutMs);
    if (!isSilent(sent)) {
      now += answerMs;
      breaker.answered(answerMs);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the layer hands it on as it is
      return {} as Exchanged;
    }
    now += timeoutMs;
    breaker.lost(outgoing, timeoutMs);
    throw new NoAnswerError("no answer came", { isSilence: true });
  });
  /** How many of so many requests go out, and why the next one does not. */
  const tries = async (times: number, facts: Pick<Outgoing, "isUnshown"> = {}) => {
    const outgoing: Outgoing = { ...ordinary, ...facts };
    let reason = "";
    for (let time = 0; time < times; time += 1)
      await send(outgoing).catch((error: unknown) => (reason = String(error)));
    return { sent, reason };
  };
  return { tries, waits, timeouts };
}

test("a target that leaves every second request unanswered is asked until it has cost 90 s", async () => {
  const { tries, waits } = scripted((number) => number % 2 === 0);
  const { sent, reason } = await tries(1_000);
  expect(sent).toBe(144);
  expect(reason).toContain(
    "Not sent: no answer came to query, the last time. The run has waited 90 s in all",
  );
  expect(waits.list).toEqual([{ reason: "unanswered", seconds: 90 }]);
});

test("a target that is silent now and then in a long run is asked to the end", async () => {
  const { tries } = scripted((number) => number % 20 === 0);
  expect(await tries(1_000)).toMatchObject({ sent: 1_000 });
});

test("a request that is hurried waits for as long as the slowest answer took", async () => {
  const { tries, timeouts } = scripted((number) => number > 1, 4_000);
  await tries(4);
  expect(timeouts).toEqual([SILENT_MS, SILENT_MS, SILENT_MS, 4_000]);
});

test("after six requests without an answer six are not sent, and the next one shows that the outage is over", async () => {
  const { tries } = scripted((number) => number <= 6);
  expect(await tries(20)).toMatchObject({ sent: 14 });
});

test("silence at requests that the document does not show ends only these, and the last of them are hurried", async () => {
  const { tries, timeouts } = scripted((number) => number <= 42);
  const { sent, reason } = await tries(100, { isUnshown: true });
  expect(sent).toBe(42);
  expect(timeouts.slice(0, 4)).toEqual([SILENT_MS, SILENT_MS, 1_000, 1_000]);
  expect(reason).toContain("Not sent: the target leaves requests that the document does not show unanswered");
  expect(await tries(5)).toMatchObject({ sent: 47 });
});

test.each([
  ["reset", [100, 200, 400, 800]],
  ["gateway", [100, 300, 900, 2_700]],
] as const)(
  "pauses between retries grow, behind a gateway that fails for longer: %s",
  async (kind, pauses) => {
    const waited: number[] = [];
    const send = retry({
      retries: 4,
      counts: { retried: 0 },
      gate: { pause: async (ms) => void waited.push(ms) },
      breaker: { lost: () => true, mayBeRestarting: () => false },
    })(async () => {
      throw new AttemptFailedError("no answer", { exchange: 1, mayBeApplied: true, kind, lostMs: 0 });
    });
    await expect(send(ordinary)).rejects.toThrow(NoAnswerError);
    expect(waited).toEqual(pauses);
  },
);

/** A target that goes away, after its first answer if there is one, until so many milliseconds after the start. */
function restarting(awayMs: number, kind: AttemptFailedError["kind"], { isFirst = true, retries = 4 } = {}) {
  let now = 0;
  const waits = new WaitLog();
  const breaker = new Breaker({ maxWithoutAnswer: 3, maxLostMs: 90_000, waits, now: () => now });
  const again = retry({
    retries,
    counts: { retried: 0 },
    gate: { pause: async (ms) => void (now += ms) },
    breaker,
  });
  const send = breaker.layer(
    again(async () => {
      if (!isFirst && now < awayMs)
        throw new AttemptFailedError("gone", { exchange: 1, mayBeApplied: false, kind, lostMs: 0 });
      isFirst = false;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the layers hand it on as it is
      return {} as Exchanged;
    }),
  );
  return { send, now: () => now };
}

test.each([
  ["unreachable", 6_000],
  ["reset", 25_000],
  ["gateway", 25_000],
] as const)("a target that restarts is waited for: %s for %i ms", async (kind, awayMs) => {
  const { send } = restarting(awayMs, kind);
  await send(ordinary);
  await expect(send(ordinary)).resolves.toEqual({});
});

test.each([
  ["gateway", 4, "answered"],
  ["gateway", 0, "after 1 attempt: gone"],
] as const)("at the beginning a run waits for a %s, with %i retries", async (kind, retries, told) => {
  const { send } = restarting(25_000, kind, { isFirst: false, retries });
  expect(await send(ordinary).then(() => "answered", String)).toContain(told);
});

test("a target that stays away is waited for once, for 30 s", async () => {
  const { send, now } = restarting(Infinity, "unreachable");
  await send(ordinary);
  await expect(send(ordinary)).rejects.toThrow("attempts (as long as a restart may take): gone");
  const first = now();
  expect(first).toBeGreaterThanOrEqual(30_000);
  await expect(send(ordinary)).rejects.toThrow("after 5 attempts (limits.retries 4)");
  expect(now() - first).toBe(1_500);
});

test("a request that the document does not show is not waited for", async () => {
  const { send, now } = restarting(6_000, "reset");
  await send(ordinary);
  await expect(send({ ...ordinary, isUnshown: true })).rejects.toThrow(NoAnswerError);
  expect(now()).toBe(300);
});
