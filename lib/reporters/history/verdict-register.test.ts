import { expect, test } from "vitest";
import type { Verdict } from "../../engine/record/verdict.ts";
import { VerdictRegister } from "./verdict-register.ts";

function packed(register: VerdictRegister, ...checks: readonly (readonly [string, Verdict])[]) {
  return register.pack(new Map(checks), "file");
}

test("verdicts come back by their requirement, also in runs from before it was known", () => {
  const register = new VerdictRegister([]);
  const early = packed(register, ["register.a", "failed"]);
  const late = packed(register, ["card.b", "observed"], ["register.c", "passed"]);
  expect(register.ids).toEqual(["register.a", "card.b", "register.c"]);
  expect(early?.get("card.b")).toBeUndefined();
  expect([...(early ?? [])]).toEqual([["register.a", "failed"]]);
  expect([...(late ?? [])]).toEqual([
    ["card.b", "observed"],
    ["register.c", "passed"],
  ]);
});

test.each(["", "register", "a.b.c", "A.b", "a.<b>", `a.${"b".repeat(65)}`, "__proto__"])(
  "%j is no requirement",
  (id) => {
    expect(packed(new VerdictRegister([]), [id, "passed"])).toBeUndefined();
  },
);

/** Verdicts of requirements that this version does not have. */
function foreign(count: number, area: string): Map<string, Verdict> {
  return new Map(Array.from({ length: count }, (_, at) => [`${area}.b${at}`, "passed"]));
}

test("no file takes the room of others, or of the requirements of this version", () => {
  const register = new VerdictRegister(["register.stores"]);
  expect(register.pack(foreign(201, "a"), "one")).toBeUndefined();
  expect([...(register.pack(foreign(200, "a"), "one") ?? [])]).toHaveLength(200);
  expect(register.pack(foreign(1, "b"), "one")).toBeUndefined();
  expect(register.pack(foreign(200, "a"), "other")).toBeDefined();
  for (const at of Array.from({ length: 9 }).keys())
    expect(register.pack(foreign(200, `c${at}`), `file ${at}`)).toBeDefined();
  expect(register.pack(foreign(1, "late"), "late")).toBeUndefined();
  expect(register.pack(new Map([["register.stores", "failed"]]), "one")?.get("register.stores")).toBe(
    "failed",
  );
});
