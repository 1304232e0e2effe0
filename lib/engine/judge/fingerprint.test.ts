import { expect, test } from "vitest";
import { fingerprintOf } from "./fingerprint.ts";
import { InconclusiveError } from "../record/verdict.ts";

const target = {
  record: { exchanges: [], redact: (text: string) => text.replaceAll("key-1", "[key]") },
  returned: { never: () => false, names: [] },
};
const broken = { error: new InconclusiveError("No answer with key-1 came.") };

test("a fingerprint has the parts that were seen, and says which vary, were seen once, or are missing", () => {
  const parts = {
    code: { value: [0, "key-1"], stable: false },
    msg: { value: "key-1", stable: true, once: true },
    "of key-1": broken,
  } as const;
  expect(fingerprintOf(parts, target).fingerprint).toEqual({
    value: { code: [0, "[key]"], msg: "[key]" },
    stable: false,
    varies: ["code"],
    once: ["msg"],
    unseen: { "of [key]": "No answer with [key] came." },
  });
});

test("without any part there is no value, only the reasons", () => {
  const { fingerprint, unseen } = fingerprintOf({ code: broken }, target);
  expect([fingerprint, [...unseen]]).toEqual([
    undefined,
    [["code", { verdict: "inconclusive", code: "undecided", reason: "No answer with [key] came." }]],
  ]);
  expect([...fingerprintOf({}, target).unseen.values()]).toMatchObject([{ verdict: "inapplicable" }]);
});
