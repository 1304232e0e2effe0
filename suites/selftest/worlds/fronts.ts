import { TransportFailure } from "../../../lib/http/transport-failure.ts";
import type { Transport, WireAnswer, WireRequest } from "../../../lib/http/transport.ts";
import { seededDraw } from "../../../lib/reference/variants/random.ts";

/** Answers a request, or has the reference answer it. */
export type Front = (
  request: WireRequest,
  next: (request: WireRequest) => Promise<WireAnswer>,
) => Promise<WireAnswer>;

/** The part of a run that a front may know. */
export interface Surroundings {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Whether a request carries the key of a merchant. */
  readonly hasKey: (request: WireRequest) => boolean;
}

/** Something between the suite and a target. It is made once for each run. */
export type MakeFront = (surroundings: Surroundings) => Front;

const LATENCY_MS = 20;
const SILENT_MS = 10_000;

/** The way to a target through a front. */
export function behind(transport: Transport, front: Front): Transport {
  const next: Transport["send"] = async (request) => transport.send(request);
  return { ...transport, send: async (request) => front(request, next) };
}

/** Answers the requests by itself whose number in the run, from 1 on, is one of these. */
export function answeringEach(
  isMet: (number: number) => boolean,
  answer: (number: number) => WireAnswer,
): MakeFront {
  return () => {
    let sent = 0;
    return async (request, next) => (isMet((sent += 1)) ? answer(sent) : next(request));
  };
}

/** Answers each nth request by itself, or one of so many behind it. */
export function eachNth(n: number, answer: WireAnswer, behindIt = 0): MakeFront {
  return answeringEach(
    (number) => number % n === behindIt,
    () => answer,
  );
}

/** Answers so many of a thousand requests by itself, by chance. */
export function answeringSome(perMille: number, answer: WireAnswer): MakeFront {
  return () => {
    const draw = seededDraw(1);
    return async (request, next) => (draw(1_000) < perMille ? answer : next(request));
  };
}

/** Answers some requests with a page, by what they are. */
export function blocking(status: number, isBlocked: (request: WireRequest) => boolean): MakeFront {
  return () => async (request, next) => (isBlocked(request) ? page(status) : next(request));
}

/** Is silent to the requests of which this holds. The second value is their number. */
export function silentTo(isMet: (request: WireRequest, number: number) => boolean): MakeFront {
  return ({ sleep }) => {
    let sent = 0;
    return async (request, next) => (isMet(request, (sent += 1)) ? silence(sleep, request) : next(request));
  };
}

/** A rejection in an envelope. */
export function rejection(code: number, status = 400, msg = "rejected"): WireAnswer {
  const body = JSON.stringify({ code, msg, message: msg });
  return { status, headers: [["content-type", "application/json"]], body: Buffer.from(body) };
}

/** Serves so many writes in ten seconds, and answers the others as if they were refused. */
export function limitOfWrites(count: number, words: string): MakeFront {
  return ({ now, sleep }) => {
    let served: number[] = [];
    return async (request, next) => {
      await sleep(LATENCY_MS);
      if (isOf("query", request)) return next(request);
      served = served.filter((time) => time > now() - 10_000);
      if (served.length >= count) return rejection(42901, 400, words);
      served.push(now());
      return next(request);
    };
  };
}

/** A page of something in front of the target. */
export function page(status: number, retryAfter?: number): WireAnswer {
  const headers = retryAfter === undefined ? [] : [["retry-after", String(retryAfter)] as const];
  return { status, headers, body: Buffer.from("<h1>Not now</h1>") };
}

/** An error of something that answers in JSON, without an envelope. */
export const errorInJson: WireAnswer = {
  ...page(500),
  body: Buffer.from('{"message":"Internal server error"}'),
};

/** No answer comes until the request is given up. */
async function silence(sleep: Surroundings["sleep"], { timeoutMs }: WireRequest): Promise<never> {
  await sleep(timeoutMs ?? SILENT_MS);
  const facts = { kind: "timeout", code: "DEADLINE_BODY", applied: "unknown" } as const;
  throw new TransportFailure("The answer began and did not end.", facts);
}

export function isOf(operation: "register" | "query" | "disable", { path }: WireRequest): boolean {
  return path.endsWith(`/webhook/${operation}`);
}

export function hasHeader({ headers }: WireRequest, wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted);
}

export function keyOf({ headers }: WireRequest): string {
  return headers.find(([name]) => name.toLowerCase() === "x-api-key")?.[1] ?? "";
}

/** Whether a register or disable was accepted. */
export function isDone({ body }: WireAnswer): boolean {
  return Buffer.from(body).includes('"data":true');
}
