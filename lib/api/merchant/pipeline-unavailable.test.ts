import { expect, test } from "vitest";
import { InconclusiveError } from "../../engine/record/verdict.ts";
import { succeeded } from "../exchange/answer.ts";
import { testAnswer } from "../exchange/testing/test-answer.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../request/draft.ts";
import { repeatUnavailable } from "./pipeline.ts";

const GIVEN = "https://given.example/";
const FRESH = "https://fresh.example/";
const MAX_WAITED_MS = 90_000;

/** A target that answers with these statuses, one after the other, and then accepts; a success has the status 200. */
function answering(statuses: readonly number[], { hasAccepted = true } = {}) {
  const sent: string[] = [];
  let waitedMs = 0;
  const defences = {
    hasAccepted,
    waited: "68 s",
    notePassed: () => undefined,
    async pause(ms: number) {
      const may = waitedMs + ms <= MAX_WAITED_MS;
      if (may) waitedMs += ms;
      return may;
    },
  };
  const memory = {
    mustSucceed: ({ draft }: { draft: Draft }) => draft.expects === "success",
    hear: () => undefined,
    loseSightOf: () => undefined,
  };
  const send = repeatUnavailable(
    defences,
    memory,
    () => FRESH,
  )(async (draft) => {
    const status = statuses[sent.push(draft.label) - 1] ?? 200;
    const data = status !== 200 ? "null" : draft.label === "query" ? "{}" : "true";
    return testAnswer(draft, `{"code":${status},"data":${data}}`, status);
  });
  return { send, sent, waited: () => waitedMs / 1_000 };
}

test.for([502, 503, 504])("HTTP %i twice in a row is waited out, as often as it comes", async (status) => {
  const { send, waited } = answering([status, status, 200, status, status, 200, status, status]);
  for (let time = 0; time < 3; time += 1)
    expect(await send(registerDraft(GIVEN))).toMatchObject({ repeated: true, wire: { status: 200 } });
  expect(waited()).toBe(3);
});

test("an outage that lasts is inconclusive, and waited for no longer than 90 s in all", async () => {
  const { send, waited } = answering(Array.from({ length: 99 }, () => 503));
  for (let time = 0; time < 3; time += 1)
    await expect(send(queryDraft())).rejects.toThrow("A gateway or an outage may be the reason");
  expect(waited()).toBeLessThanOrEqual(90);
});

test("a register that is answered so to the end counts as rejected if another is accepted", async () => {
  const { send, sent } = answering(Array.from({ length: 8 }, () => 503));
  expect(await send(registerDraft(GIVEN))).toMatchObject({ wire: { status: 503 }, repeated: false });
  expect(sent).toHaveLength(9);
});

test("while the target answers every register so, none counts as rejected", async () => {
  const { send } = answering(Array.from({ length: 99 }, () => 503));
  await expect(send(registerDraft(GIVEN))).rejects.toThrow(InconclusiveError);
});

test("before a target has accepted anything, it is waited for briefly", async () => {
  const { send, waited } = answering(
    Array.from({ length: 99 }, () => 503),
    { hasAccepted: false },
  );
  await expect(send(queryDraft())).rejects.toThrow(InconclusiveError);
  expect(waited()).toBe(3);
});

test("a request that a target may reject is sent again briefly, and then rejected", async () => {
  const { send, waited } = answering(Array.from({ length: 4 }, () => 503));
  const answer = await send(disableDraft("open"));
  expect({ isAccepted: succeeded(answer), waited: waited() }).toEqual({ isAccepted: false, waited: 3 });
});

test.for([
  ["overlaps others", { ...registerDraft(GIVEN), overlaps: true }],
  ["overlaps others and may be rejected", { ...disableDraft("open"), overlaps: true }],
  ["can be sent once only", { ...queryDraft(), once: true }],
] as const)("the outcome of a request that %s is unknown", async ([, draft]) => {
  const { send, sent } = answering([503]);
  await expect(send(draft)).rejects.toThrow(InconclusiveError);
  expect(sent.length).toBe(1);
});

test.for([registerDraft("ftp://x.example/", "refused input"), queryDraft("refused key")])(
  "HTTP 503 rejects a request that must be rejected",
  async (draft) => {
    const { send, sent } = answering([503]);
    expect((await send(draft)).wire.status).toBe(503);
    expect(sent.length).toBe(1);
  },
);
