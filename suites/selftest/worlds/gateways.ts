import { changing, replacing, withMemory } from "../../../lib/reference/changes.ts";
import type { WireAnswer, WireRequest } from "../../../lib/http/transport.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";
import { seededDraw } from "../../../lib/reference/variants/random.ts";
import {
  answeringEach,
  eachNth,
  answeringSome,
  blocking,
  errorInJson,
  isOf,
  type MakeFront,
  page,
} from "./fronts.ts";
import type { Expected, World } from "./world.ts";

const STATUSES = [502, 503, 504];
const TEXTS = [
  '{"code":50300,"msg":"unavailable"}',
  '{"code":1,"data":null}',
  '{"code":503,"message":"upstream","data":null}',
];
const IN_A_ROW = 2;
const PER_MILLE = 15;
const LATENCY_MS = 20;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** From these requests on, a gateway answers every write by itself for a while. The writes take effect. */
const WRITES_HIDDEN_FROM = [150, 900];

const breaking = (change: Change) => mutant("stands-behind-a-gateway", "register.accepts", change);
const unavailable = () => Response.json({ code: 503 }, { status: 503 });

/** A gateway that answers twice in a row by itself, after the request took effect. */
function inBursts(seed: number) {
  const status = STATUSES[Math.floor(seed / TEXTS.length) % STATUSES.length] ?? 503;
  return breaking(
    withMemory(
      () => ({ draw: seededDraw(seed), left: 0 }),
      (memory) =>
        changing("flow.respond", (response) => {
          if (memory.left === 0 && memory.draw(1_000) < PER_MILLE) memory.left = IN_A_ROW;
          if (memory.left === 0) return response;
          memory.left -= 1;
          return new Response(TEXTS[seed % TEXTS.length], {
            status,
            headers: { "content-type": "application/json" },
          });
        }),
    ),
  );
}

const goingDown = breaking(
  withMemory(
    () => ({ answers: 0 }),
    (memory) =>
      replacing(
        "flow.respond",
        (respond) => async (call, outcome) =>
          (memory.answers += 1) < 100 ? respond(call, outcome) : unavailable(),
      ),
  ),
);

/** The answers to writes are hidden for so long, twice. */
function hidingWrites(lastsMs: number) {
  return breaking(
    withMemory(
      () => ({ requests: 0, hiddenUntil: 0 }),
      (memory) =>
        replacing("flow.respond", (respond) => async (call, outcome) => {
          if (WRITES_HIDDEN_FROM.includes((memory.requests += 1))) memory.hiddenUntil = call.now() + lastsMs;
          const isHidden = call.now() < memory.hiddenUntil && call.operation !== "webhook/query";
          return isHidden ? unavailable() : respond(call, outcome);
        }),
    ),
  );
}

/** Requests of a run at which a router answers that nothing is there: it has no body, and comes once. */
const ROUTED_AT = [40, 76, 150, 232, 311, 409, 523];
const nothingThere = (): WireAnswer => ({ status: 404, headers: [], body: new Uint8Array() });

/** A gateway that looks at keys itself. */
const guardingKeys: MakeFront = () => async (request, next) => {
  const answer = await next(request);
  return answer.status === 401 ? page(403) : answer;
};

/** Each refusal is a page. */
const refusingWithPages: MakeFront = () => async (request, next) => {
  const answer = await next(request);
  return answer.status < 400 ? answer : page(400);
};

/** Answers every request with a page for so long, from each of these requests on. */
function banningAt(starts: readonly number[], lastsMs: number): MakeFront {
  return ({ now }) => {
    let sent = 0;
    let bannedUntil = 0;
    return async (request, next) => {
      if (starts.includes((sent += 1))) bannedUntil = now() + lastsMs;
      return now() < bannedUntil ? page(403) : next(request);
    };
  };
}

/** Serves so many requests in a second on average, and so many at once, as the limits of common gateways do. */
function limiting(perSecond: number, atOnce: number): MakeFront {
  return ({ now, sleep }) => {
    let level = 0;
    let at = now();
    return async (request, next) => {
      await sleep(LATENCY_MS);
      level = Math.max(0, level - ((now() - at) * perSecond) / 1_000);
      at = now();
      if (level > atOnce) return page(503);
      level += 1;
      return next(request);
    };
  };
}

const WITHOUT_OPERATIONS = { operations: {} };
const ROUTED: Expected = { inconclusive: [], warned: [], noticed: ["answered-by-router"] };
const REPEATED = ["rejects-now-and-then", "answered-by-router"];
const fails = (...failedToo: readonly string[]): Expected => ({ failedToo });

const isTransfer = ({ path }: WireRequest) => path.endsWith("/account/transfer");

/** Answers each of so many requests of an operation by itself. */
function answeringEachOf(operation: "register" | "query", count: number, answer: WireAnswer): MakeFront {
  return ({ hasKey }) => {
    let sent = 0;
    return async (request, next) =>
      isOf(operation, request) && hasKey(request) && (sent += 1) % count === 0 ? answer : next(request);
  };
}

export const ofGateways: readonly World[] = [
  {
    name: "a target that answers each refused key with a page",
    mutant: "answers-refused-keys-in-html",
    expected: { ...fails("envelope.json-object"), inconclusive: ["dialects.refusals"] },
  },
  {
    name: "a gateway that answers each refused key with a page",
    front: guardingKeys,
    expected: { ...fails("envelope.json-object"), inconclusive: ["dialects.refusals"] },
  },
  {
    name: "a target whose refusals are pages, that of a valid URL too",
    mutant: "refuses-512-characters",
    front: refusingWithPages,
    expected: { failedToo: ["envelope.json-object", "callback-url.max-length"] },
  },
  ...[403, 529].map((status): World => ({
    name: `a target that answers each fourth query with a page and ${status}`,
    front: answeringEachOf("query", 4, page(status)),
    expected: { ...fails("envelope.json-object"), noticed: ["defended", "answered-by-router"] },
  })),
  {
    name: "a target that answers each twelfth register with an error in JSON",
    front: answeringEachOf("register", 12, errorInJson),
    expected: { ...fails("register.accepts"), noticed: REPEATED },
  },
  ...[page(302), page(200), page(304)].map((answer): World => ({
    name: `a target that answers each query of a configuration with a page and ${answer.status}`,
    front: () => async (request, next) => {
      const usual = await next(request);
      return isOf("query", request) && usual.status === 200 ? answer : usual;
    },
    expected: fails("envelope.json-object"),
  })),
  {
    name: "a target that answers a tilde in a callback URL with a page",
    front: blocking(403, ({ body }) => /"https:[^"]*~/.test(Buffer.from(body ?? []).toString())),
    expected: fails("envelope.json-object"),
  },
  ...ROUTED_AT.map((at): World => ({
    name: `a router that finds no target once, at request ${at}`,
    front: answeringEach((number) => number === at, nothingThere),
    expected: ROUTED,
  })),
  ...[307, 403, 407, 451, 509, 529].map((status): World => ({
    name: `something that answers a request now and then with ${status}`,
    front: answeringSome(10, page(status)),
    facts: WITHOUT_OPERATIONS,
    expected: { inconclusive: [], warned: [] },
  })),
  {
    name: "a firewall that answers each 25th request with 403",
    front: eachNth(25, page(403), 13),
    expected: ROUTED,
  },
  ...[2, 3].map((count): World => ({
    name: `a firewall that answers ${count} requests in a row with 403, each 100th time`,
    front: answeringEach(
      (number) => number % 100 < count,
      () => page(403),
    ),
    facts: WITHOUT_OPERATIONS,
    expected: ROUTED,
  })),
  {
    name: "a firewall that answers all requests with 403 for 2 s, three times",
    front: banningAt([120, 300, 500], 2_000),
    facts: WITHOUT_OPERATIONS,
    expected: { inconclusive: [], warned: [], noticed: ["defended", "answered-by-router"] },
  },
  {
    name: "a firewall that answers a request now and then with 403, and refusals without a code",
    choices: { refusalCode: "absent" },
    front: answeringSome(12, page(403)),
    facts: WITHOUT_OPERATIONS,
    expected: { inconclusive: [], warned: ["envelope.complete"] },
  },
  {
    name: "a firewall that answers a request now and then with 403, the transfer too",
    front: () => {
      let sent = 0;
      return async (request, next) =>
        ROUTED_AT.includes((sent += 1)) || isTransfer(request) ? page(403) : next(request);
    },
    expected: {
      inconclusive: ["account.needs-key", "account.wrong-key", "account.transfer-envelope"],
      because: [/^account\/transfer was answered HTTP 403 .* is not sent again\. Something in front/],
    },
  },
  {
    name: "a router that finds no target at each 100th request",
    front: answeringEach((number) => number % 100 === 97, nothingThere),
    expected: { ...fails("envelope.json-object"), noticed: REPEATED },
  },
  {
    name: "a gateway that fails each 4th request",
    front: eachNth(4, page(503)),
    selectors: ["envelope", "register"],
    facts: WITHOUT_OPERATIONS,
    expected: {
      inconclusive: ["register.keeps-retry-count", "envelope.json-object"],
      because: [/^No two queries of this run show `retryCount`/, /^4\d of \d+ requests were answered 502/],
    },
  },
  {
    name: "a gateway that fails each 10th request",
    front: eachNth(10, page(503)),
    selectors: ["envelope", "register"],
    facts: WITHOUT_OPERATIONS,
    expected: { inconclusive: [] },
  },
  ...[0, 5].map((atOnce): World => ({
    name: `a gateway that serves 5 requests in a second, ${atOnce} more at once, and answers the others with 503`,
    front: limiting(5, atOnce),
    facts: WITHOUT_OPERATIONS,
    expected: { inconclusive: [], warned: [], withinSeconds: 160 },
  })),
  ...SEEDS.map((seed): World => ({
    name: `bursts of a gateway's envelopes, seed ${seed}`,
    mutant: inBursts(seed),
    seed,
    depth: "standard",
    expected: { passed: ["register.stores", "query.answers", "disable.sets-status"] },
  })),
  {
    name: "envelopes with HTTP 503 to the end",
    mutant: goingDown,
    expected: { verdict: "incomplete" },
  },
  ...[40_000, 100_000].map((ms): World => ({
    name: `a gateway that answers writes with HTTP 503 for ${ms} ms, twice`,
    mutant: hidingWrites(ms),
    depth: "standard",
  })),
];
