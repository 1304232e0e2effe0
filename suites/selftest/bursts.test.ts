import { expect, test } from "vitest";
import { mutant } from "../../lib/reference/mutant.ts";
import { seededDraw } from "../../lib/reference/variants/random.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

const STATUSES = [502, 503, 504];
const TEXTS = [
  '{"code":50300,"msg":"unavailable"}',
  '{"code":1,"data":null}',
  '{"code":503,"message":"upstream","data":null}',
];
const IN_A_ROW = 2;
const PER_MILLE = 15;

/** A server behind a gateway that answers twice in a row by itself, before or after the request took effect. */
function behindAGatewayOf(seed: number) {
  return mutant("answers-in-bursts", "register.accepts", ({ flow }) => {
    const draw = seededDraw(seed);
    const body = TEXTS[seed % TEXTS.length];
    const status = STATUSES[Math.floor(seed / TEXTS.length) % STATUSES.length] ?? 503;
    let left = 0;
    return {
      flow: {
        respond: async (call, outcome) => {
          if (left === 0 && draw(1_000) < PER_MILLE) left = IN_A_ROW;
          if (left === 0) return flow.respond(call, outcome);
          left -= 1;
          return new Response(body, { status, headers: { "content-type": "application/json" } });
        },
      },
    };
  });
}

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  "bursts of a gateway's envelopes, seed %i: no check fails",
  async (seed) => {
    const report = await judgeReference({ mutant: behindAGatewayOf(seed), seed, depth: "standard" });
    expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
    expect(idsWith(report, "passed").length).toBeGreaterThan(50);
  },
);

test("envelopes with HTTP 503 to the end: no check fails, and the rest is inconclusive", async () => {
  let answers = 0;
  const goingDown = mutant("goes-down", "register.accepts", ({ flow }) => ({
    flow: {
      respond: async (call, outcome) =>
        (answers += 1) < 100 ? flow.respond(call, outcome) : Response.json({ code: 503 }, { status: 503 }),
    },
  }));
  const report = await judgeReference({ mutant: goingDown, depth: "quick" });
  expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
  expect(idsWith(report, "inconclusive").length).toBeGreaterThan(30);
});

/** From these requests on, a gateway answers every write by itself for a while. The writes take effect. */
const WRITES_HIDDEN_FROM = [150, 900];

test.each([40_000, 100_000])(
  "writes that a gateway answers with HTTP 503 for %i ms, twice: no check fails",
  async (lastsMs) => {
    let requests = 0;
    let hiddenUntil = 0;
    const hidingWrites = mutant("hides-answers-to-writes", "register.accepts", ({ flow }) => ({
      flow: {
        respond: async (call, outcome) => {
          if (WRITES_HIDDEN_FROM.includes((requests += 1))) hiddenUntil = call.now() + lastsMs;
          return call.now() < hiddenUntil && call.operation !== "webhook/query"
            ? Response.json({ code: 503 }, { status: 503 })
            : flow.respond(call, outcome);
        },
      },
    }));
    const report = await judgeReference({ mutant: hidingWrites, depth: "standard" });
    expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
  },
);
