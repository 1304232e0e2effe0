import { isFields } from "./tools.ts";
import type { Answer, Done, Exchange, Merchant, Packet, Plan } from "./types.ts";

const OTHERS = new Set([
  "transaction/query",
  "transaction/detail",
  "account/detail",
  "account/transfer",
  "card/cancel",
  "card/bin/query",
  "sub-account/switch-provider",
]);

/** Returns the operation behind a path, or "" for an unknown path. */
function operationOf(path: string): string {
  if (!path.startsWith("/abc/v1/")) return "";
  const rest = path.slice("/abc/v1/".length);
  switch (rest) {
    case "webhook/register":
    case "webhook/query":
    case "webhook/disable":
      return rest.slice("webhook/".length);
    default:
      return OTHERS.has(rest) ? rest : "";
  }
}

/** Finds the caller. Returns a refusal for an unknown caller or a wrong proof. */
function identify(plan: Plan, x: Exchange): Answer | null {
  const key = x.headers["x-api-key"];
  const blank = key === undefined || key === "";
  const caller = plan.merchants.find(({ apiKey }) => !blank && apiKey === key);
  if (caller === undefined) return plan.refuse(blank ? "no-key" : "bad-key", x);
  x.caller = caller;
  const why = plan.proof(x, caller);
  return why === null ? null : plan.refuse(why, x);
}

/** Reads callbackUrl of a register request into the exchange. */
function readBody(plan: Plan, x: Exchange): Answer | null {
  if (x.op !== "register") return null;
  let body: unknown;
  try {
    body = JSON.parse(x.body.toString("utf8"));
  } catch {
    return plan.refuse("bad-body", x);
  }
  if (!isFields(body)) return plan.refuse("bad-body", x);
  const url = plan.pick(body, x);
  if (!plan.judge(url, x)) return plan.refuse("bad-url", x);
  x.url = typeof url === "string" ? url : JSON.stringify(url ?? "");
  return null;
}

function perform(plan: Plan, x: Exchange, caller: Merchant, done: Done): void {
  switch (x.op) {
    case "register":
      return plan.register(x, caller, done);
    case "query":
      return plan.query(x, caller, done);
    case "disable":
      return plan.disable(x, caller, done);
    default:
      return plan.other(x, caller, done);
  }
}

/** Answers one request: a refusal of the first step that refuses, or what the operation answers. */
function run(plan: Plan, x: Exchange, done: Done): void {
  const stray = x.op === "" ? "path" : x.method === "POST" ? undefined : "method";
  const stop = (stray && plan.refuse(stray, x)) ?? plan.gate(x) ?? identify(plan, x) ?? readBody(plan, x);
  if (stop !== null) return done(stop);
  if (x.caller === null) return done(plan.refuse("no-key", x));
  return perform(plan, x, x.caller, done);
}

/** Answers one request in the time that the plan takes for it. */
export function serve(plan: Plan, x: Exchange, send: (packet: Packet) => void): void {
  soon(plan, plan.delay(x), () =>
    run(plan, x, (answer) => {
      plan.finish(answer, x);
      const packet = plan.pack(answer, plan.text(answer, x), x);
      soon(plan, plan.hold(answer), () => send(packet));
    }),
  );
}

function soon(plan: Plan, ms: number, act: () => void): void {
  if (ms > 0) plan.later(act, ms);
  else act();
}

/** A request as it comes in; its connection is anything that is one and the same for all requests of it. */
export interface Arrival {
  readonly connection: unknown;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Counts the requests and connections of one server. */
export class Arrivals {
  /** Requests that have come and are not answered. */
  open = 0;
  #serial = 0;
  readonly #connections = new Map<unknown, { number: number; turns: number }>();

  exchange({ connection, method, target, headers, body }: Arrival): Exchange {
    const seen = this.#connections.get(connection) ?? { number: this.#connections.size + 1, turns: 0 };
    this.#connections.set(connection, seen);
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);
    return {
      serial: ++this.#serial,
      connection: seen.number,
      turn: ++seen.turns,
      method,
      path,
      search: mark < 0 ? "" : target.slice(mark),
      headers,
      body,
      op: operationOf(path),
      caller: null,
      url: "",
      overlapping: this.open,
    };
  }
}
