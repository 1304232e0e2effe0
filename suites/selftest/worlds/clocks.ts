import type { Choices } from "../../../lib/reference/choices.ts";
import type { Clock } from "../../../lib/session/session-setup.ts";
import type { MakeFront } from "./fronts.ts";
import type { World } from "./world.ts";

/** So often our clock is looked at before it is set in the middle of the run: before a request is signed, and after it. */
const LOOKS_BEFORE = [996, 997, 998, 999, 1_000];
const CHOICES: readonly Partial<Choices>[] = [
  { queryWithNothing: "null-data" },
  { queryWithNothing: "empty-object" },
  { refusalCode: "one", refusalStatus: "200" },
  { refusalCode: "by-reason", msg: "absent", refusalStatus: "200" },
];

/** Our clock differs from the target's by so much, from a look on. */
function off(ms: number, afterLooks = 0): (theirs: Clock) => Clock {
  return ({ now, sleep }) => {
    let looks = 0;
    return { now: () => now() + ((looks += 1) > afterLooks ? ms : 0), sleep };
  };
}

const HOUR_MS = 3_600_000;

/** A gateway whose clock is an hour off, for every answer or for every second one. */
const withItsOwnClock =
  (isEach: boolean): MakeFront =>
  ({ now }) => {
    let sent = 0;
    return async (request, next) => {
      const answer = await next(request);
      const others = answer.headers.filter(([name]) => name.toLowerCase() !== "date");
      const date = ["date", new Date(now() + HOUR_MS).toUTCString()] as const;
      return isEach || (sent += 1) % 2 === 0 ? { ...answer, headers: [...others, date] } : answer;
    };
  };

export const ofClocks: readonly World[] = [
  { name: "a gateway whose clock is an hour off", front: withItsOwnClock(true) },
  { name: "a gateway one of whose two nodes has a clock that is an hour off", front: withItsOwnClock(false) },
  ...[400_000, -400_000, 86_400_000, 60_000].map((ms): World => ({
    name: `a target whose clock is off by ${ms} ms, which is judged by its own clock`,
    mode: "signed",
    ours: off(ms),
    expected: { verdict: "conformant-partial" },
  })),
  ...LOOKS_BEFORE.flatMap((looks) =>
    [400_000, -400_000].map((ms): World => ({
      name: `a target while our clock is set by ${ms} ms after ${looks} looks at it`,
      mode: "signed",
      ours: off(ms, looks),
      expected: { verdict: "conformant-partial", noticed: ["clock-set"] },
    })),
  ),
  ...CHOICES.map((choices): World => ({
    name: `a target whose clock is off, with ${JSON.stringify(choices)}`,
    mode: "signed",
    choices,
    ours: off(-400_000),
    expected: {},
  })),
];
