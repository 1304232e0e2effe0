import { expect, test } from "vitest";
import { valueLines } from "./value-lines.ts";

test.each([
  [{ value: 0, stable: true }, ["0"]],
  [{ value: [1, 2], stable: false }, ["1 | 2", "varies"]],
  [{ value: "", stable: true, once: true }, ["(empty)", "seen once"]],
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
