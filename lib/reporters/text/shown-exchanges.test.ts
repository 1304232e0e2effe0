import { expect, test } from "vitest";
import type { RecordedExchange } from "../../engine/requirement/recorded-exchange.ts";
import { shownExchanges } from "./shown-exchanges.ts";
import { exampleCheck, exampleExchange } from "../testing/example-result.ts";

/** Exchanges from a line of operations, for example `r q q`; a capital letter is another merchant's, `x` is refused. */
function sequence(line: string): RecordedExchange[] {
  const labels: Readonly<Record<string, string>> = { r: "register", q: "query", d: "disable" };
  return line.split(" ").map((letter, at) => ({
    ...exampleExchange,
    ...(letter === "x" && { answer: { status: 409, headers: [], body: "" } }),
    index: at + 1,
    caller: letter === letter.toUpperCase() ? "beta" : "alpha",
    label: labels[letter.toLowerCase()] ?? letter,
  }));
}

test.each([
  ["the writes that an answer may go back to", "r q r q d q q", { exchange: 7 }, [3, 4, 5, 6, 7]],
  ["no reading before it", "q q r q", { exchange: 4 }, [3, 4]],
  ["of the merchant who asks, not of another", "r R q", { exchange: 3 }, [1, 2, 3]],
  ["a refused probe with what was just before it", "r q r r r", { exchange: 5 }, [3, 4, 5]],
  ["not what is far away", "r q q q q q q q q q q q", { exchange: 12 }, [10, 11, 12]],
  ["a whole generated case", "r q d r d q d q r q", { exchange: 10, since: 2 }, [2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [
    "of a short case also what came before it",
    "r q d d d d r q",
    { exchange: 8, since: 7 },
    [3, 4, 5, 6, 7, 8],
  ],
  [
    "what the expectation rests on, however far away",
    "d q q q q q q q q q q q",
    { exchange: 12, because: [1, 2] },
    [1, 2, 10, 11, 12],
  ],
  ["not what was refused before the register that shows it", "x x r", { exchange: 3 }, [3]],
  ["nothing, when no exchange shows it", "r q", {}, []],
] as const)("%s", (_, line, place, shown) => {
  const check = exampleCheck("register.stores", {
    verdict: "failed",
    violation: { expected: "this", actual: "that", ...place },
  });
  expect(shownExchanges(check, sequence(line)).map(({ index }) => index)).toEqual(shown);
});

test("a violation that one answer shows alone needs no other", () => {
  const violation = { expected: "an integer", actual: "text", exchange: 3, alone: true as const };
  const check = exampleCheck("envelope.code-integer", { verdict: "failed", violation });
  expect(shownExchanges(check, sequence("r q d q")).map(({ index }) => index)).toEqual([3]);
});
