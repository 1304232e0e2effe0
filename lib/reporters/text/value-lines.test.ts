import { expect, test } from "vitest";
import { valueLines } from "./value-lines.ts";

test.each([
  [{ value: { a: [1, 2] }, stable: false, varies: ["a"] }, ["a: 1 | 2", "varies"]],
  [{ value: { a: "" }, stable: true, once: ["a"] }, ["a: (empty)", "seen once"]],
  [{ value: { added: [] }, stable: true, once: ["added"] }, ["added: none", "seen once"]],
  [
    { value: { GET: "refused", PUT: "refused", PATCH: "accepted" }, stable: true },
    ["GET, PUT: refused", "PATCH: accepted"],
  ],
  [
    { value: { code: [0, 1], status: 200 }, stable: false, varies: ["code"], once: ["status"] },
    ["code: 0 | 1", "status: 200", "varies: code", "seen once: status"],
  ],
  [
    { value: { msg: { "no body": "ok" }, message: { "no body": "ok" } }, stable: true },
    ["msg, message:", "  no body: ok"],
  ],
  [
    { value: { a: 1 }, stable: true, unseen: { b: "Nothing came.\nLook.", c: "Nothing came.\nLook." } },
    ["a: 1", "not observed: b, c (Nothing came.)"],
  ],
])("%j", (observed, lines) => {
  expect(valueLines(observed)).toEqual(lines);
});
