import { expect, test } from "vitest";
import { valueLines } from "./value-lines.ts";

test.each([
  [{ value: 0, stable: true }, ["0"]],
  [{ value: null, stable: true, once: true }, ["null  (seen once)"]],
  [{ value: [1, 2], stable: false }, ["1 | 2  (varies)"]],
  [{ value: [], stable: true }, ["none"]],
  [{ value: "", stable: true }, ["(empty)"]],
  [
    { value: { GET: "refused", PUT: "refused", PATCH: "accepted" }, stable: true },
    ["refused: GET, PUT", "accepted: PATCH"],
  ],
  [
    { value: { members: "in order", style: "compact" }, stable: true },
    ["members: in order", "style: compact"],
  ],
  [
    { value: { msg: { successes: "ok" }, message: { successes: "ok" } }, stable: true },
    ["msg, message:", "  successes: ok"],
  ],
])("%j", (observed, lines) => {
  expect(valueLines(observed)).toEqual(lines);
});
