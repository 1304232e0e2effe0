import { expect, test } from "vitest";
import type { Call, ReferenceMerchant } from "../../lib/reference/call.ts";
import { mutant, type Mutant } from "../../lib/reference/mutant.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

/** Disables each webhook by itself so many milliseconds after register, as after a probe of its own that failed. */
function disablingAfter(ms: number): Mutant {
  return mutant(`disables-${ms}-ms-after-register`, "disable.succeeds", ({ register, query, disable }) => {
    const registeredAt = new Map<string, number>();
    const fall = (call: Call, { name }: ReferenceMerchant) => {
      const stored = call.store.configurationOf(name);
      const isDue = call.now() - (registeredAt.get(name) ?? call.now()) > ms;
      if (stored !== undefined && isDue) call.store.save(name, { ...stored, status: 0 });
    };
    return {
      register: {
        async perform(call, owner) {
          registeredAt.set(owner.name, call.now());
          return register.perform(call, owner);
        },
      },
      query: {
        read(call, owner) {
          fall(call, owner);
          return query.read(call, owner);
        },
      },
      disable: {
        async perform(call, owner) {
          fall(call, owner);
          return disable.perform(call, owner);
        },
      },
    };
  });
}

test.each([
  { ms: 4, depth: "quick" },
  { ms: 20, depth: "quick" },
  { ms: 60, depth: "quick" },
  { ms: 200, depth: "quick" },
  { ms: 900, depth: "quick" },
  { ms: 20, depth: "standard" },
  { ms: 60, depth: "standard" },
  { ms: 200, depth: "standard" },
] as const)(
  "a webhook that falls $ms ms after register fails nothing at $depth depth",
  async ({ ms, depth }) => {
    const report = await judgeReference({ mutant: disablingAfter(ms), depth });
    expect(idsWith(report, "failed")).toEqual([]);
  },
);

test("the run says that it waits for that", async () => {
  const { noticed } = await judgeReference({ mutant: disablingAfter(20), selectors: ["query"] });
  expect(noticed.map(({ code }) => code)).toEqual(["disables-by-itself"]);
});
