import { expect, test } from "vitest";
import { compareVerdicts, type Difference } from "./compare-verdicts.ts";

function text({ id, server }: Difference): string {
  return `${id}: ${server}`;
}

/** The checks that are stricter and looser, with the servers that show it. */
function compared(before: readonly string[], now: readonly string[]) {
  const { stricter, looser, ...servers } = compareVerdicts(before, now);
  return { stricter: stricter.map(text), looser: looser.map(text), ...servers };
}

const SAME = { stricter: [], looser: [], unknown: [], gone: [] };
const MUTANT = "mutant cuts-urls | quick: register.stores";

test("a check that notices a server which it passed is stricter, and looser the other way", () => {
  const now = `${MUTANT}, envelope.msg-string (! callback-url.rfc-3986)`;
  const found = ["envelope.msg-string: mutant cuts-urls", "callback-url.rfc-3986: mutant cuts-urls"];
  expect(compared([MUTANT], [now])).toEqual({ ...SAME, stricter: found });
  expect(compared([now], [MUTANT])).toEqual({ ...SAME, looser: found });
});

test("a failure that follows from another one is no stricter check, and no looser one", () => {
  const followed = `${MUTANT} (+ register.replaces, query.answers)`;
  expect(compared([MUTANT], [followed])).toEqual(SAME);
  expect(compared([followed], [MUTANT])).toEqual(SAME);
  expect(compared([followed], ["mutant cuts-urls | quick: register.replaces"])).toEqual({
    ...SAME,
    looser: ["register.stores: mutant cuts-urls"],
  });
});

test("a check that needs standard depth no longer is stricter", () => {
  const standard = "mutant cuts-urls | standard: register.stores, query.answers";
  expect(compared([standard], [MUTANT])).toEqual({
    ...SAME,
    stricter: ["register.stores: mutant cuts-urls"],
  });
  expect(compared([MUTANT], [standard])).toEqual({ ...SAME, looser: ["register.stores: mutant cuts-urls"] });
});

test("the last release has to judge a new wrong server, and one that is gone is named", () => {
  expect(compared([], [MUTANT])).toEqual({ ...SAME, unknown: ["mutant cuts-urls"] });
  expect(compared([MUTANT], [])).toEqual({ ...SAME, gone: ["mutant cuts-urls"] });
});

test.each(["variant omittedFields=id", "api-key-choice id-exponent", "framework express 5 and joi"])(
  "a server without a line is one that conforms: %s",
  (server) => {
    const line = `${server} | quick: disable.again`;
    expect(compared([], [line])).toEqual({ ...SAME, stricter: [`disable.again: ${server}`] });
    expect(compared([line], [])).toEqual({ ...SAME, looser: [`disable.again: ${server}`] });
  },
);

test("a run that ends at its first failure says nothing about later checks", () => {
  const [first, other] = ["register.stores", "query.answers"].map(
    (id) => `signed-fault late | quick non-conformant: ${id}`,
  );
  const none = "signed-fault late | standard conformant-partial:";
  expect(compared([first ?? ""], [other ?? ""])).toEqual(SAME);
  expect(compared([none], [first ?? ""])).toEqual({
    ...SAME,
    stricter: ["register.stores: signed-fault late"],
  });
  expect(compared([first ?? ""], [none])).toEqual({
    ...SAME,
    looser: ["register.stores: signed-fault late"],
  });
});
