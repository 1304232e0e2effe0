import type { WireAnswer, WireRequest } from "../../../lib/http/transport.ts";
import { axes } from "../../../lib/reference/choices.ts";
import {
  answeringEach,
  eachNth,
  blocking,
  errorInJson,
  isDone,
  isOf,
  keyOf,
  limitOfWrites,
  type MakeFront,
  page,
  rejection,
} from "./fronts.ts";
import { EVENTS } from "../judge-deliveries.ts";
import { profiles } from "../judge-target.ts";
import type { Expected, World } from "./world.ts";

const HOUR_MS = 3_600_000;
const LONG_BYTES = 2_000;
const isLong = ({ body }: WireRequest) => (body?.byteLength ?? 0) >= LONG_BYTES;

/** Locks everybody out after five wrong keys in a row. */
function lockOut(ms: number): MakeFront {
  return ({ now, hasKey }) => {
    let wrong = 0;
    let until = 0;
    return async (request, next) => {
      if (until > now()) return rejection(42301, 423);
      wrong = hasKey(request) ? 0 : wrong + 1;
      if (wrong === 5) until = now() + ms;
      return next(request);
    };
  };
}

/** Bans everybody after so many refusals in a row, or in all, whatever was refused. */
function banAfter(refusals: number, ms: number, banned: WireAnswer, isInARow = true): MakeFront {
  return ({ now }) => {
    let count = 0;
    let until = 0;
    return async (request, next) => {
      if (until > now()) return banned;
      const answer = await next(request);
      if (answer.status >= 400) count += 1;
      else if (isInARow) count = 0;
      if (count < refusals) return answer;
      count = 0;
      until = now() + ms;
      return answer;
    };
  };
}

/** Answers everything by itself for so long, from a request on. */
function away(from: number, ms: number, answer: WireAnswer): MakeFront {
  return ({ now }) => {
    let sent = 0;
    let until = 0;
    return async (request, next) => {
      if ((sent += 1) === from) until = now() + ms;
      return until > now() ? answer : next(request);
    };
  };
}

/** Rejects registers once a merchant has got a certain answer. */
function rejectsRegistersAfter(operation: "register" | "disable"): MakeFront {
  return () => {
    const after = new Set<string>();
    return async (request, next) => {
      const key = keyOf(request);
      if (isOf("register", request) && after.has(key)) return rejection(40901, 409);
      const answer = await next(request);
      if (isOf(operation, request) && isDone(answer)) after.add(key);
      return answer;
    };
  };
}

/** Rejects every second valid register. */
const rejectsEverySecond: MakeFront = ({ hasKey }) => {
  let registers = 0;
  return async (request, next) =>
    isOf("register", request) && hasKey(request) && (registers += 1) % 2 === 0
      ? rejection(40001)
      : next(request);
};

/** Bans the address for good after ten wrong keys. */
const bansStrangers: MakeFront = ({ hasKey }) => {
  let wrong = 0;
  return async (request, next) => {
    if (wrong >= 10) return page(403);
    if (!hasKey(request)) wrong += 1;
    return next(request);
  };
};

/** Accepts so many registers in an hour. */
const capping =
  (most: number): MakeFront =>
  ({ now }) => {
    let acceptedAt: readonly number[] = [];
    return async (request, next) => {
      if (!isOf("register", request)) return next(request);
      acceptedAt = acceptedAt.filter((at) => at > now() - HOUR_MS);
      if (acceptedAt.length >= most) return rejection(42911);
      const answer = await next(request);
      if (isDone(answer)) acceptedAt = [...acceptedAt, now()];
      return answer;
    };
  };

/** Answers every request from the hundredth on by itself. */
const fromRequest100 = (answer: WireAnswer) =>
  answeringEach(
    (number) => number > 100,
    () => answer,
  );
/** Answers three requests in a row by itself, each forty. */
const threeInForty = (answer: WireAnswer) =>
  answeringEach(
    (number) => number % 40 < 3,
    () => answer,
  );

const DEFENDED: Expected = { noticed: ["defended"] };
const ROUTED: Expected = { noticed: ["defended", "answered-by-router"] };
const UNDECIDED: Expected = { verdict: "incomplete" };
const failing = (...failedToo: readonly string[]): Expected => ({ verdict: "non-conformant", failedToo });
/** The target asks to wait: for so many seconds at most. */
const asking = (withinSeconds: number): Expected => ({ ...UNDECIDED, withinSeconds });

/** Default: a run checks everything, says nothing of it, and ends in time. */
const TARGETS: readonly (readonly [what: string, front: MakeFront, expected?: Expected])[] = [
  ["answers 429 with a page to long requests", blocking(429, isLong)],
  ["answers 502 with a page to long requests", blocking(502, isLong)],
  [
    "rejects every second valid register",
    rejectsEverySecond,
    { ...failing("register.accepts"), noticed: ["rejects-now-and-then"] },
  ],
  [
    "rejects registers once a configuration exists",
    rejectsRegistersAfter("register"),
    failing("register.replaces", "register.replaces-on-disabled"),
  ],
  [
    "rejects registers once the configuration is disabled",
    rejectsRegistersAfter("disable"),
    failing("register.replaces-on-disabled"),
  ],
  ...["Rate limit exceeded", "too many requests", "请求过于频繁"].map(
    (words) =>
      [
        `refuses more than 20 writes in 10 s with the words ${words}`,
        limitOfWrites(20, words),
        { withinSeconds: 300 },
      ] as const,
  ),
  ["locks out for 30 s", lockOut(30_000), DEFENDED],
  ["locks out for 5 minutes", lockOut(300_000), UNDECIDED],
  ["locks out for good", lockOut(Infinity), UNDECIDED],
  ["bans the address for good after ten wrong keys", bansStrangers, UNDECIDED],
  ["bans for 20 s by a page after ten refusals in a row", banAfter(10, 20_000, page(403)), DEFENDED],
  [
    "bans for 20 s by an envelope after ten refusals in a row",
    banAfter(10, 20_000, rejection(40399, 403)),
    DEFENDED,
  ],
  ["bans for 5 s by a page after 25 refusals", banAfter(25, 5_000, page(403), false), ROUTED],
  [
    "rests for 3 s with an error in JSON after five refusals in a row",
    banAfter(5, 3_000, errorInJson),
    ROUTED,
  ],
  ["bans for good after ten refusals in a row", banAfter(10, Infinity, page(403)), UNDECIDED],
  ["answers with a page and HTTP 200 for 5 s", away(250, 5_000, page(200)), DEFENDED],
  ["redirects everything for 5 s", away(250, 5_000, page(302)), DEFENDED],
  ["accepts 20 registers in an hour", capping(20), UNDECIDED],
  ["rejects everything for good after 100 requests", fromRequest100(rejection(40301, 403)), UNDECIDED],
  ["answers with a page and HTTP 402 for good, from request 100 on", fromRequest100(page(402)), UNDECIDED],
  ["answers 503 three times in a row, each forty requests", threeInForty(page(503))],
  [
    "answers 503 with an envelope three times in a row, each forty requests",
    threeInForty(rejection(50301, 503)),
    DEFENDED,
  ],
  ["asks to wait 10 s, once for each request", eachNth(2, page(429, 10), 1), asking(610)],
  [
    "asks to wait 100 s, twice for each request",
    answeringEach(
      (number) => number % 3 > 0,
      () => page(429, 100),
    ),
    asking(610),
  ],
  ["asks to wait a day", eachNth(1, page(429, 86_400)), UNDECIDED],
  ["answers 429 without Retry-After to every fifth request", eachNth(5, page(429)), asking(630)],
];

/** Nothing is asked of operations that the document only names. */
const WITHOUT_OPERATIONS = { operations: {} };

export const ofDefences: readonly World[] = [
  ...TARGETS.map(([what, front, expected]): World => ({
    name: `a target that ${what}`,
    front,
    facts: WITHOUT_OPERATIONS,
    expected: { verdict: "conformant-partial", noticed: [], withinSeconds: "usual", ...expected },
  })),
  ...(["api-key", "signed"] as const).flatMap((mode) =>
    axes.givesUp.slice(1).map((givesUp): World => ({
      name: `a target in ${mode} mode that disables by itself: ${givesUp}`,
      mode,
      choices: { givesUp, statusAfterFailedDeliveries: mode === "signed" ? 0 : "0-for-300-ms" },
      depth: "standard",
      facts: { events: EVENTS },
    })),
  ),
  ...(["api-key", "signed"] as const).map((mode): World => ({
    name: `a target in ${mode} mode with a cap of all updates in an hour`,
    mode,
    choices: { defence: "cap-of-all" },
    depth: "standard",
  })),
  {
    name: "a target that redirects everything for 20 s after ten refusals in a row",
    front: banAfter(10, 20_000, page(302)),
    facts: WITHOUT_OPERATIONS,
    depth: "standard",
  },
  {
    name: "a limit that answers by a code which the profile names",
    choices: { defence: "throttling-code" },
    facts: { limits: { ...profiles["api-key"].limits, throttledCodes: [42902] } },
    expected: { noticed: [] },
  },
];
