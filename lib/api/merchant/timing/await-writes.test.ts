import { expect, test } from "vitest";
import { answerTo } from "../../exchange/testing/answer-to.ts";
import { configurationIn } from "../configuration.ts";
import type { SendDraft } from "../pipeline.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../../request/draft.ts";
import { awaitWrites } from "./await-writes.ts";
import { ReadLag } from "./read-lag.ts";

const [A, B] = ["https://callback.example/a", "https://callback.example/b"];

/** A target whose queries show these configurations, one after the other, the last one for ever. */
async function queried(drafts: readonly Draft[], shown: readonly object[]) {
  let now = 0;
  let queries = 0;
  const send: SendDraft = async (draft) => {
    const data = draft.label === "query" ? shown[Math.min((queries += 1), shown.length) - 1] : true;
    return answerTo(draft, { code: 0, data });
  };
  const lag = new ReadLag({ now: () => now, wait: async (ms) => void (now += ms) }, 2_000);
  const step = awaitWrites(lag)(send);
  for (const draft of drafts) await step(draft);
  const last = configurationIn(await step(queryDraft()));
  return { lagMs: lag.ms, last, queries };
}

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

test("an overlapping register measures no lag", async () => {
  const drafts = [registerDraft(A), { ...registerDraft(B), overlaps: true }];
  expect(await queried(drafts, [{ callbackUrl: A }])).toMatchObject({ lagMs: 0, queries: 1 });
});
