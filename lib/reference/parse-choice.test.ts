import { expect, test } from "vitest";
import { axes, axisNames } from "./choices.ts";
import { parseChoice } from "./parse-choice.ts";

test("every admissible value can be written", () => {
  for (const axis of axisNames) {
    for (const value of axes[axis]) expect(parseChoice(`${axis}=${value}`)).toEqual({ [axis]: value });
  }
});

test("the admissible values of an axis are written differently", () => {
  for (const axis of axisNames) expect(new Set(axes[axis].map(String)).size).toBe(axes[axis].length);
});

test.for([
  ["initialStatus", 'Cannot read choice "initialStatus": expected axis=value'],
  ["=1", 'Cannot read choice "=1": expected axis=value'],
  [
    "initalStatus=0",
    'Cannot set choice "initalStatus": there is no such axis. Did you mean "initialStatus"? list --choices shows the values of each',
  ],
  [
    "colour=red",
    `Cannot set choice "colour": there is no such axis. There are ${axisNames.join(", ")}. list --choices shows the values of each`,
  ],
  ["initialStatus=2", 'Cannot set initialStatus to "2": expected one of 1 | 0'],
  [
    "secondDisable=refuse",
    'Cannot set secondDisable to "refuse": expected one of true | false | refused. Did you mean "refused"?',
  ],
])("%s is refused", ([text = "", message]) => {
  expect(() => parseChoice(text)).toThrow(expect.objectContaining({ name: "ChoiceError", message }));
});
