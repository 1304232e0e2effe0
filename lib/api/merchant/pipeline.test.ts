import { expect, test } from "vitest";
import { InconclusiveError } from "../../engine/record/verdict.ts";
import { type Answer, succeeded } from "../exchange/answer.ts";
import { testAnswer } from "../exchange/testing/test-answer.ts";
import { NoHttpError } from "../exchange/no-http-error.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../request/draft.ts";
import { configurationIn } from "./configuration.ts";
import {
  awaitWrites,
  hearAsOpen,
  joinSteps,
  noteLoss,
  type SendDraft,
  signByTheirClock,
} from "./pipeline.ts";
import { ReadLag } from "./timing/read-lag.ts";

const URL = "https://callback.example/a";

function replyTo(draft: Draft, isAccepted: boolean): Answer {
  return testAnswer(draft, { code: 0, data: isAccepted ? (draft.label === "query" ? {} : true) : null });
}

/** A target that accepts by the number of the request, from 1, and the labels of what it was sent. */
function target(accepts: (number: number) => boolean) {
  const sent: string[] = [];
  const send: SendDraft = async (draft) => replyTo(draft, accepts(sent.push(draft.label)));
  return { sent, send };
}

test("steps are passed in their order, and answers come back in the opposite order", async () => {
  const passed: string[] = [];
  const naming = (name: string) => (next: SendDraft) => async (draft: Draft) => {
    passed.push(name);
    const answer = await next(draft);
    passed.push(`${name} back`);
    return answer;
  };
  const { send } = target(() => true);
  await joinSteps([naming("one"), naming("two")], send)(queryDraft());
  expect(passed).toEqual(["one", "two", "two back", "one back"]);
});

/** The notes of the memory after a draft failed in this way. */
async function learnedOf(error: Error, draft: Draft) {
  const learned: string[] = [];
  const memory = {
    noteNoHttp: (what: string) => void learned.push(`no HTTP: ${what}`),
    loseSightOf: ({ label }: Draft) => void learned.push(`lost: ${label}`),
  };
  const failing = noteLoss(memory)(async () => {
    throw error;
  });
  await expect(failing(draft)).rejects.toBe(error);
  return learned;
}

test("noteLoss: a request without an answer is lost sight of, and what is no HTTP counts once it was the target's", async () => {
  expect(await learnedOf(new InconclusiveError("silence"), registerDraft(URL))).toEqual(["lost: register"]);
  const noHttp = new NoHttpError("hello", 1);
  expect(await learnedOf(noHttp, queryDraft())).toEqual(["no HTTP: hello", "lost: query"]);
  expect(await learnedOf(noHttp, { ...queryDraft(), isAstray: true })).toEqual(["lost: query"]);
});

test("hearAsOpen: the memory hears a rejection as one of a request that need not succeed", async () => {
  const heard: string[] = [];
  const hear = (answer: Answer) => void heard.push(`${answer.draft.expects} ${succeeded(answer)}`);
  const { send } = target((number) => number === 1);
  const step = hearAsOpen({ hear })(send);
  await step(registerDraft(URL));
  const rejected = await step(registerDraft(URL));
  expect(heard).toEqual(["success true", "open false"]);
  expect(rejected.draft.expects).toBe("success");
});

/** Sends by a clock that was set, as the Date headers show. */
function byMovedClock(accepts: (number: number) => boolean, moved: boolean) {
  const noted: string[] = [];
  const watch = {
    noteAccepted: ({ draft }: Answer) => void noted.push(draft.label),
    realigns: () => moved,
  };
  const { sent, send } = target(accepts);
  const memory = { mustSucceed: ({ draft }: Answer) => draft.expects === "success" };
  return { sent, noted, step: signByTheirClock(watch, memory)(send) };
}

test("signByTheirClock: a rejected request is sent again once the clock was set, and not otherwise", async () => {
  const moved = byMovedClock((number) => number === 2, true);
  expect(succeeded(await moved.step(queryDraft()))).toBe(true);
  expect(moved.sent).toEqual(["query", "query"]);
  const still = byMovedClock(() => false, false);
  expect(succeeded(await still.step(queryDraft()))).toBe(false);
  expect(still.sent).toEqual(["query"]);
});

test("signByTheirClock: a forgery that is accepted while the clock is set is inconclusive, not a failure", async () => {
  const { step } = byMovedClock(() => true, true);
  await expect(step(queryDraft("refused signature"))).rejects.toBeInstanceOf(InconclusiveError);
  const { step: inTime, noted } = byMovedClock(() => true, false);
  await inTime(queryDraft("refused signature"));
  await inTime(queryDraft());
  expect(noted).toEqual(["query"]);
});

const [A, B] = ["https://callback.example/a", "https://callback.example/b"];

/** A target whose queries show these configurations, one after the other, the last one for ever. */
async function queried(drafts: readonly Draft[], shown: readonly object[]) {
  let now = 0;
  let queries = 0;
  const send: SendDraft = async (draft) => {
    const data = draft.label === "query" ? shown[Math.min((queries += 1), shown.length) - 1] : true;
    return testAnswer(draft, { code: 0, data });
  };
  const lag = new ReadLag({ now: () => now, wait: async (ms) => void (now += ms) }, 2_000);
  const step = awaitWrites(lag)(send);
  for (const draft of drafts) await step(draft);
  const last = configurationIn(await step(queryDraft()));
  return { lagMs: lag.ms, last, queries };
}

/** Learns a lag of 20 ms by a register of A and one of B, then registers this URL at a target that lags no longer. */
async function waitedForAfterALag(url: string) {
  let now = 0;
  let lagMs = 20;
  const writes: { readonly at: number; readonly url: string | undefined }[] = [];
  const send: SendDraft = async (draft) => {
    if (draft.label === "register") writes.push({ at: now, url: draft.url });
    const { url: callbackUrl } = writes.findLast(({ at }) => at + lagMs <= now) ?? { url: undefined };
    return testAnswer(draft, { code: 0, data: draft.label === "query" ? { callbackUrl } : true });
  };
  const step = awaitWrites(new ReadLag({ now: () => now, wait: async (ms) => void (now += ms) }, 2_000))(
    send,
  );
  await step(registerDraft(A));
  now += lagMs;
  for (const draft of [queryDraft(), registerDraft(B), queryDraft()]) await step(draft);
  lagMs = 0;
  await step(registerDraft(url));
  const before = now;
  await step(queryDraft());
  return now - before;
}

test("where reads have lagged, a query that shows a new callback URL at once is not waited for", async () => {
  expect(await waitedForAfterALag("https://callback.example/c")).toBe(0);
});

test("where reads have lagged, a callback URL that was there before may be that of an earlier state", async () => {
  expect(await waitedForAfterALag(A)).toBe(30);
});

test("a query that shows the latest write is sent once", async () => {
  const drafts = [registerDraft(A), queryDraft(), registerDraft(B)];
  const shown = [{ callbackUrl: A }, { callbackUrl: B }];
  expect(await queried(drafts, shown)).toEqual({ lagMs: 0, last: { callbackUrl: B }, queries: 2 });
});

test("a query that shows an earlier callback URL measures the lag, and is sent again", async () => {
  const drafts = [registerDraft(A), registerDraft(B)];
  const shown = [{ callbackUrl: A }, { callbackUrl: A }, { callbackUrl: B }];
  expect(await queried(drafts, shown)).toMatchObject({ lagMs: 20, last: { callbackUrl: B } });
});

test("a query that shows an enabled webhook after disable measures the lag", async () => {
  const shown = [{ status: 1 }, { status: 1 }, { status: 0 }];
  expect(await queried([disableDraft()], shown)).toMatchObject({ lagMs: 20, last: { status: 0 } });
});

test("a write that is never shown is no lag", async () => {
  const { lagMs, last } = await queried([registerDraft(A), registerDraft(B)], [{ callbackUrl: A }]);
  expect({ lagMs, last }).toEqual({ lagMs: 0, last: { callbackUrl: A } });
});

test("an operation of another area measures no lag", async () => {
  const other: Draft = { ...queryDraft(), label: "card/cancel" };
  expect(await queried([registerDraft(A), queryDraft(), other], [{ callbackUrl: A }])).toMatchObject({
    lagMs: 0,
    queries: 2,
  });
});

test("an overlapping register measures no lag", async () => {
  const drafts = [registerDraft(A), { ...registerDraft(B), overlaps: true }];
  expect(await queried(drafts, [{ callbackUrl: A }])).toMatchObject({ lagMs: 0, queries: 1 });
});
