import { expect, test } from "vitest";
import { queryDraft } from "../request/draft.ts";
import { testAnswer } from "./testing/test-answer.ts";
import { AnswerLog } from "./answer-log.ts";

/** An answer with a body of so many bytes. */
function entryOf(bytes: number) {
  return { answer: testAnswer(queryDraft(), " ".repeat(bytes)) };
}

/** A log, and the lengths of the bodies that a fold over it has come to. */
function foldedLog() {
  const log = new AnswerLog();
  const folded: number[] = [];
  const ask = log.fold(folded, (state, { answer }) => void state.push(answer.wire.body.length));
  return { log, folded, ask };
}

test("a fold comes to every answer once, in order, when it is asked for", () => {
  const { log, folded, ask } = foldedLog();
  log.append(entryOf(1));
  log.append(entryOf(2));
  expect(folded).toEqual([]);
  expect(ask()).toEqual([1, 2]);
  log.append(entryOf(3));
  expect(ask()).toEqual([1, 2, 3]);
  expect(ask()).toEqual([1, 2, 3]);
});

test("one fold that is asked for does not keep an answer from another", () => {
  const { log, ask } = foldedLog();
  const count = log.fold({ answers: 0 }, (state) => void (state.answers += 1));
  log.append(entryOf(1));
  expect([ask(), count()]).toEqual([[1], { answers: 1 }]);
});

test("no more than 64 answers, and no more than 256 KiB of them, wait to be folded", () => {
  const many = foldedLog();
  for (let answer = 0; answer < 70; answer += 1) many.log.append(entryOf(1));
  expect(many.folded).toHaveLength(64);
  const large = foldedLog();
  for (const bytes of [200_000, 60_000, 1]) large.log.append(entryOf(bytes));
  expect(large.folded).toEqual([]);
  large.log.append(entryOf(3_000));
  expect(large.folded).toEqual([200_000, 60_000, 1, 3_000]);
});
