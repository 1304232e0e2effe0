import { expect, test } from "vitest";
import { countWhole } from "./whole-deliveries.ts";

const whole = { isCut: false, body: Buffer.from("{}") };
const broken = { isCut: true, body: Buffer.from("{") };

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
