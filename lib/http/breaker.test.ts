import { expect, test } from "vitest";
import { Breaker, SENDS_NOTHING_MORE } from "./breaker.ts";
import type { Exchanged, Outgoing } from "./exchange.ts";
import { NoAnswerError } from "./send-errors.ts";
import { WaitLog } from "./wait-log.ts";

const SILENT_MS = 10_000;

/** A target that answers after a second, but for the requests that it leaves unanswered. */
function scripted(isSilent: (number: number) => boolean) {
  let now = 0;
  let sent = 0;
  const waits = new WaitLog();
  const breaker = new Breaker({ maxWithoutAnswer: 3, maxLostMs: 90_000, waits, now: () => now });
  const send = breaker.layer(async (outgoing) => {
    sent += 1;
    if (!isSilent(sent)) {
      now += 1_000;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the layer hands it on as it is
      return {} as Exchanged;
    }
    now += SILENT_MS;
    breaker.lost(outgoing, SILENT_MS);
    throw new NoAnswerError("no answer came", { isSilence: true });
  });
  /** How many of so many requests go out, and why the next one does not. */
  const tries = async (times: number, facts: Pick<Outgoing, "isUnshown"> = {}) => {
    const outgoing: Outgoing = {
      label: "query",
      make: async () => ({ method: "POST", path: "/", headers: [] }),
      record: () => 1,
      ...facts,
    };
    let reason = "";
    for (let time = 0; time < times; time += 1)
      await send(outgoing).catch((error: unknown) => (reason = String(error)));
    return { sent, reason };
  };
  return { tries, waits };
}

test("a target that leaves every second request unanswered is asked until it has cost 90 s", async () => {
  const { tries, waits } = scripted((number) => number % 2 === 0);
  const { sent, reason } = await tries(1_000);
  expect(sent).toBe(18);
  expect(reason).toContain(`${SENDS_NOTHING_MORE}: it has waited 90 s in all for answers that did not come`);
  expect(waits.list).toEqual([{ reason: "unanswered", seconds: 90 }]);
});

test("a target that is silent now and then in a long run is asked to the end", async () => {
  const { tries } = scripted((number) => number % 20 === 0);
  expect(await tries(1_000)).toMatchObject({ sent: 1_000 });
});

test("silence at requests that the document does not show ends these alone", async () => {
  const { tries } = scripted((number) => number <= 9);
  const { sent, reason } = await tries(20, { isUnshown: true });
  expect(sent).toBe(9);
  expect(reason).toContain("Not sent: the target leaves requests that the document does not show unanswered");
  expect(await tries(5)).toMatchObject({ sent: 14 });
});
