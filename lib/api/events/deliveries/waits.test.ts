import { expect, test } from "vitest";
import { eventsSchema } from "../../../profile/schema/events-schema.ts";
import { countWhole, Waits } from "./waits.ts";

test("after a failure, a delivery is waited for a tenth of the time, or as long as three of the slowest took", () => {
  const waits = new Waits(eventsSchema.parse({ waitSeconds: 15, absenceSeconds: 1 }));
  waits.note(100);
  waits.note(600);
  expect(waits.silenceMs).toBe(1_800);
  expect(waits.patienceMs).toBe(15_000);
  waits.noteFailure();
  expect(waits.patienceMs).toBe(1_800);
  waits.note(200);
  expect(waits.patienceMs).toBe(1_800);
  waits.note(20_000);
  expect(waits.patienceMs).toBe(15_000);
});

test("an absence at the embedded reference takes no longer than its slowest delivery", () => {
  const waits = new Waits(eventsSchema.parse({ absenceSeconds: 0.02 }), true);
  expect(waits.silenceMs).toBe(20);
  waits.note(500);
  waits.note(30);
  expect(waits.silenceMs).toBe(30);
});

const whole = {};
const broken = { isUnfinished: true } as const;

test.for([
  [[], 0],
  [[whole], 1],
  [[broken], 0],
  [[broken, broken], 0],
  [[broken, broken, whole], 1],
  [[broken, broken, broken], 3],
] as const)("of %j, %i need no further waiting", ([came, count]) => {
  expect(countWhole(came)).toBe(count);
});
