import { expect, test } from "vitest";
import { InconclusiveError } from "../../engine/record/verdict.ts";
import { answerIfAny } from "./answer-if-any.ts";
import { createAuthenticator } from "../credentials/authenticator.ts";
import { type Draft, queryDraft, registerDraft } from "../request/draft.ts";
import { rateLimiter } from "../../http/rate-limiter.ts";
import { Recorder } from "./recorder.ts";
import { Redactor } from "../../secrets/redactor.ts";
import { Sender, type SenderOptions } from "./sender.ts";
import type { WireAnswer, WireRequest } from "../../http/transport.ts";
import { type FailureKind, TransportFailure } from "../../http/transport-failure.ts";
import { createSigner } from "../../signer/signer.ts";

const OK = answer(200, '{"code":0,"data":true}');
const PAGE = "<html>gateway</html>";
const NEVER = Number.POSITIVE_INFINITY;

function answer(status: number, body: string, headers: Record<string, string> = {}): WireAnswer {
  return { status, headers: Object.entries(headers), body: Buffer.from(body) };
}

function failure(kind: FailureKind, applied: "no" | "unknown" = "unknown"): TransportFailure {
  return new TransportFailure(`a ${kind}`, { kind, code: "CODE", applied });
}

/** A sender whose transport plays a script, the last line of it for ever, and whose time is what it sleeps. */
async function scripted(
  script: readonly (WireAnswer | TransportFailure)[],
  options: Partial<SenderOptions> = {},
) {
  const requests: WireRequest[] = [];
  const slept: number[] = [];
  let now = 0;
  const sleep = async (ms: number) => {
    now += ms;
    slept.push(ms);
  };
  const sender = new Sender({
    transport: {
      async send(request) {
        const line = script[Math.min(requests.push(request), script.length) - 1];
        if (line === undefined || line instanceof TransportFailure) throw line;
        return line;
      },
      close: async () => undefined,
    },
    limiter: rateLimiter({
      requestsPerSecond: undefined,
      clock: () => now,
      sleep: async (ms) => void (now += ms),
    }),
    recorder: new Recorder(new Redactor(), "http://target.example"),
    basePath: "",
    retries: 2,
    maxRequests: NEVER,
    maxWithoutAnswer: 3,
    maxLostMs: 60_000,
    deadlineAt: NEVER,
    now: Date.now,
    sleep,
    ...options,
  });
  const scheme = {
    algorithm: "hmac-sha256",
    payload: "{nonce}{timestamp}",
    encoding: "hex",
    timestamp: "unix-ms",
    nonce: "uuid",
    emptyBodyHash: false,
  } as const;
  const auth = createAuthenticator({
    merchant: { name: "a", apiKey: "key", secret: "s" },
    signer: await createSigner(scheme),
    clock: Date,
  });
  return { send: async (draft: Draft) => sender.send("a", auth, draft), sender, requests, slept };
}

function headerOf(request: WireRequest | undefined, name: string): string | undefined {
  return request?.headers.find(([key]) => key === name)?.[1];
}

test.each([
  ["502 without an envelope", answer(502, PAGE), true],
  ["503 without an envelope", answer(503, ""), true],
  ["504 without an envelope", answer(504, '{"error":"timeout"}'), true],
  ["a reset", failure("reset"), true],
  ["a timeout", failure("timeout"), true],
  ["a refused connection", failure("unreachable", "no"), false],
])("%s is no answer: the request is signed anew and sent again", async (_, line, repeated) => {
  const { send, requests, sender } = await scripted([line, line, OK]);
  expect((await send(registerDraft("https://a.example"))).repeated).toBe(repeated);
  expect(sender.counts).toEqual({ sent: 3, retried: 2, rateLimited: 0 });
  for (const name of ["X-Nonce", "X-Signature"])
    expect(new Set(requests.map((request) => headerOf(request, name))).size).toBe(3);
  expect(sender.recorder.exchanges).toHaveLength(3);
});

test.each([
  ["500", answer(500, PAGE)],
  ["503 with an envelope", answer(503, '{"code":5,"msg":"down"}')],
  ["404 of a page", answer(404, PAGE)],
])("%s is an answer of the target: never sent again", async (_, line) => {
  const { send, requests } = await scripted([line, OK]);
  expect((await send(queryDraft())).wire).toBe(line);
  expect(requests).toHaveLength(1);
});

test("a probe that may not be repeated is sent once", async () => {
  const { send, requests } = await scripted([failure("reset"), OK]);
  await expect(send({ ...queryDraft(), once: true })).rejects.toThrow(InconclusiveError);
  expect(requests).toHaveLength(1);
});

test.each([
  ["reset", 3],
  ["timeout", 1],
] as const)(
  "a request that the document does not show is not asked for long, and says nothing of the target: %s",
  async (kind, times) => {
    const { send, requests } = await scripted([failure(kind)], { retries: 4 });
    const stray = async () => answerIfAny({ send }, queryDraft("open"));
    for (let time = 0; time < 4; time += 1) expect(await stray()).toBeUndefined();
    expect(requests).toHaveLength(4 * times);
    await expect(send(queryDraft())).rejects.toThrow(/after [35] attempts/);
  },
);

test.each<[string, Record<string, string>, number]>([
  ["seconds", { "Retry-After": "7" }, 7_000],
  [
    "a date after the target's own",
    { "retry-after": "Tue, 06 Jan 2026 10:00:09 GMT", date: "Tue, 06 Jan 2026 10:00:00 GMT" },
    9_000,
  ],
  ["a date in the past", { "Retry-After": "Tue, 06 Jan 1998 10:00:09 GMT" }, 0],
  ["nothing", {}, 200],
  ["a word", { "Retry-After": "soon" }, 200],
  ["a negative number", { "Retry-After": "-5" }, 200],
])("429 with %s is waited out, and is no verdict", async (_, headers, pauseMs) => {
  const { send, sender, slept } = await scripted([answer(429, PAGE, headers), OK]);
  const { repeated, wire } = await send(registerDraft("https://a.example"));
  expect({ repeated, wire, slept }).toEqual({ repeated: false, wire: OK, slept: [pauseMs] });
  expect(sender.counts).toEqual({ sent: 2, retried: 0, rateLimited: 1 });
});

test("the budget is kept exactly, also by requests that are sent together", async () => {
  const { send, requests } = await scripted([OK], { maxRequests: 5 });
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, async () => send(queryDraft())));
  expect(requests).toHaveLength(5);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(4);
});

test("the time of the run is kept, and a pause beyond it is not begun", async () => {
  const past = await scripted([OK], { deadlineAt: Date.now() - 1 });
  await expect(past.send(queryDraft())).rejects.toThrow(/time of the run is up/);
  const { send, slept } = await scripted([answer(429, "", { "Retry-After": "60" })], {
    deadlineAt: Date.now() + 30_000,
  });
  await expect(send(queryDraft())).rejects.toThrow(/asks to wait 60 s, beyond the time of the run/);
  expect(slept).toEqual([]);
});

test("stop waits for the request under way, cuts pauses short, and lets nothing more out", async () => {
  const gate = Promise.withResolvers<WireAnswer>();
  const sent: WireRequest[] = [];
  const transport = {
    async send(request: WireRequest) {
      sent.push(request);
      return gate.promise;
    },
    close: async () => undefined,
  };
  const { send, sender } = await scripted([OK], { transport });
  const underWay = send(queryDraft());
  await new Promise((resolve) => setImmediate(resolve));
  let isStopped = false;
  const stopping = sender.stop().then(() => (isStopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect({ isStopped, sent: sent.length }).toEqual({ isStopped: false, sent: 1 });
  gate.resolve(OK);
  await stopping;
  expect((await underWay).wire).toBe(OK);
  await expect(send(queryDraft())).rejects.toThrow(/ended before/);
  expect(sent).toHaveLength(1);
});
