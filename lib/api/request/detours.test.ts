import { expect, test } from "vitest";
import type { Detour } from "./detour.ts";
import { DETOURS_WITHOUT_A_KEY } from "./detours.ts";
import { queryDraft } from "./draft.ts";

const { first, further, rare, grouped } = DETOURS_WITHOUT_A_KEY;
const identity = { merchantId: "M1", id: "1" };

function sendsAToken({ take }: Detour): boolean {
  const { headers = [] } = take(queryDraft(), identity) ?? {};
  return headers.some(([name]) => name === "Authorization");
}

const groups = [...first, ...further, ...rare].filter(({ parts }) => parts !== undefined);
const parts = new Set(groups.flatMap((group) => group.parts ?? []));

test.each([...parts].filter((part) => !sendsAToken(part)).map((part) => [part.name, part] as const))(
  "a guard that looks at a token first still meets %s",
  (_name, part) => {
    const meeting = groups.filter((group) => group.parts?.includes(part) && !sendsAToken(group));
    expect(meeting).not.toEqual([]);
  },
);

test("deep depth tries each part of a group of quick and standard depth alone", () => {
  expect([...parts].filter((part) => !grouped.includes(part))).toEqual([]);
});
