import type { WireAnswer, WireRequest } from "../../../lib/http/transport.ts";
import { type Mode, profiles } from "../judge-target.ts";
import { hasHeader, isOf, keyOf, type MakeFront, rejection } from "./fronts.ts";
import type { Expected, World } from "./world.ts";

type Members = Readonly<Record<string, unknown>>;
type IsMeant = (request: WireRequest) => boolean;

const [alpha] = profiles["api-key"].merchants;
const SIGNATURE = ["x-timestamp", "x-nonce", "x-signature"];

/** Changes answers. */
const answering =
  (change: (answer: WireAnswer, request: WireRequest) => WireAnswer): MakeFront =>
  () =>
  async (request, next) =>
    change(await next(request), request);

/** Gives answers of one status another one. */
const turning = (status: number, other: number) =>
  answering((answer) => (answer.status === status ? { ...answer, status: other } : answer));

/** @param from the least status of the answers that get the headers */
const withHeaders = (headers: Readonly<Record<string, string>>, from = 0) =>
  answering((answer) => {
    const others = answer.headers.filter(([name]) => headers[name.toLowerCase()] === undefined);
    return answer.status < from ? answer : { ...answer, headers: [...others, ...Object.entries(headers)] };
  });

const withText = (change: (text: string, request: WireRequest) => string) =>
  answering((answer, request) => {
    const text = change(Buffer.from(answer.body).toString(), request);
    return { ...answer, body: Buffer.from(text) };
  });

/** Gives envelopes other members. */
const withMembers = (membersOf: (answer: WireAnswer) => Members) =>
  answering((answer) => {
    const members: Members = JSON.parse(Buffer.from(answer.body).toString());
    return { ...answer, body: Buffer.from(JSON.stringify({ ...members, ...membersOf(answer) })) };
  });

/** Refuses requests of this kind before anything else. */
const rejecting =
  (status: number, isMeant: IsMeant): MakeFront =>
  () =>
  async (request, next) =>
    isMeant(request) ? rejection(40001, status) : next(request);

const typeOf = ({ headers }: WireRequest) =>
  headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];

/** Waits after some answers, by what they are and by their number. */
const slow =
  (ms: number, isMeant: (answer: WireAnswer, number: number) => boolean): MakeFront =>
  ({ sleep }) => {
    let sent = 0;
    return async (request, next) => {
      const number = (sent += 1);
      const answer = { ...(await next(request)) };
      if (isMeant(answer, number)) await sleep(ms);
      return answer;
    };
  };

/** Serves so many requests at a time. */
const limitingParallel =
  (most: number): MakeFront =>
  ({ sleep }) => {
    let open = 0;
    return async (request, next) => {
      open += 1;
      const isOver = open > most;
      await sleep(5);
      const { headers, ...answer } = isOver ? rejection(42901, 429) : await next(request);
      open -= 1;
      return { ...answer, headers: isOver ? [...headers, ["retry-after", "1"]] : headers };
    };
  };

/** Lets the operations of a merchant wait for each other. */
const serialising: MakeFront = ({ sleep }) => {
  const last = new Map<string, Promise<unknown>>();
  return async (request, next) => {
    const waiting = last.get(keyOf(request));
    const serve = async () => {
      await Promise.allSettled([waiting]);
      await sleep(15);
      return { ...(await next(request)) };
    };
    const answer = serve();
    last.set(keyOf(request), answer);
    return answer;
  };
};

/** Choices of a second author that contradict no sentence of the document, and that no variant makes. */
const CHOICES: readonly (readonly [what: string, front: MakeFront, expected?: Expected])[] = [
  [
    "refuses requests with an Idempotency-Key",
    rejecting(400, (request) => hasHeader(request, "idempotency-key")),
  ],
  ["repeats the HTTP status in code", withMembers(({ status }) => ({ code: status }))],
  ["answers 404 to refused callers", turning(401, 404)],
  ["answers 200 to refused callers, and 400 to refused bodies", turning(401, 200)],
  ["answers 404 to other methods", turning(405, 404)],
  ["answers 203 to successes, as through a proxy", turning(200, 203)],
  ["has messages of 4,000 characters", withMembers(() => ({ message: "lorem ipsum ".repeat(340) }))],
  [
    "leaves out a status of 0, as a Go omitempty does",
    withText((text) => text.replace(/"status":0,?/, "")),
    // A status that is left out may be 0, or not be returned.
    { inconclusive: ["disable.again", "lifecycle.walkthrough", "disable.sets-status", "disable.lasts"] },
  ],
  [
    "writes ids with an exponent",
    withText((text) => text.replace(/"id":(\d+)/, '"id":$1e3')),
    // No sentence demands it: this is an integer to a mathematician, and not to most programs that read one.
    { failed: ["configuration.id-integer"] },
  ],
  [
    "has merchant ids of digits with leading zeros",
    withText((text, request) =>
      text.replace(/"merchantId":"[^"]*"/, `"merchantId":"0001${keyOf(request) === alpha?.apiKey ? 7 : 8}"`),
    ),
  ],
  ["answers text/json", withHeaders({ "content-type": "text/json; charset=utf-8" })],
  [
    "answers application/problem+json to what it refuses",
    withHeaders({ "content-type": "application/problem+json" }, 400),
  ],
  [
    "sends cookies and many headers",
    withHeaders({
      "set-cookie": "SESSION=abc; Path=/; HttpOnly",
      "strict-transport-security": "max-age=63072000",
      "cache-control": "no-store, private",
      vary: "Origin, Accept-Encoding",
      via: "1.1 edge",
      "x-filler": "f".repeat(6000),
    }),
  ],
  ["has a Date header of last year", withHeaders({ date: "Wed, 01 Jan 2025 00:00:00 GMT" })],
  ["takes 2 s for each fiftieth answer", slow(2_000, (_, number) => number % 50 === 0)],
  ["takes 60 ms for each refused caller", slow(60, ({ status }) => status === 401)],
  ["answers 429 to more than four requests at a time", limitingParallel(4)],
  ["lets the operations of a merchant wait for each other", serialising],
  [
    "answers 415 to a register that is not exactly application/json",
    rejecting(415, (request) => isOf("register", request) && typeOf(request) !== "application/json"),
  ],
  [
    "answers 415 to a query or disable with a content type",
    rejecting(415, (request) => !isOf("register", request) && typeOf(request) !== undefined),
  ],
  ["refuses any query string", rejecting(400, ({ path }) => path.includes("?"))],
  ["answers 413 to bodies over 2 KB", rejecting(413, ({ body }) => (body?.length ?? 0) > 2_048)],
  [
    "stands behind a gateway that answers unknown keys with an envelope of its own",
    answering((answer) => {
      if (!/"code":4010[12]\b/.test(Buffer.from(answer.body).toString())) return answer;
      const own = rejection(16, 401, "Unauthorized");
      return { ...own, headers: [...own.headers, ["www-authenticate", 'ApiKey realm="cards"']] };
    }),
  ],
  [
    "reports missing signature headers before a missing key",
    rejecting(401, (request) => !SIGNATURE.every((name) => hasHeader(request, name))),
  ],
];

/** In one mode, by turns: in signed mode the last one, which rests on it. */
const modeOf = (index: number): Mode => ((CHOICES.length - index) % 2 === 0 ? "api-key" : "signed");

export const ofAnswers: readonly World[] = CHOICES.map(([what, front, expected], index): World => ({
  name: `a target that ${what}`,
  mode: modeOf(index),
  front,
  facts: { operations: {} },
  expected: { cause: undefined, inconclusive: [], ...expected },
}));
