import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ZodError } from "zod";
import { jsonOrUndefined } from "../../text/json-or-undefined.ts";
import type { Arrival } from "../arrival.ts";
import { type Front, type FrontOptions, openFront } from "../front.ts";
import { bodyOf, takingIn } from "../taking-in.ts";
import { RelaySessions } from "./relay-sessions.ts";
import {
  CONTROL,
  MAX_WAIT_SECONDS,
  openingSchema,
  planSchema,
  type Poll,
  PROTOCOL,
  sessionIdSchema,
  tokenSchema,
  type WireArrival,
} from "./wire.ts";

const INVALID_TOKEN = "Invalid token: it must have 16 to 64 letters or digits.";
const MAX_CONNECTIONS = 512;
const MAX_PER_ADDRESS = 64;
const MAX_CONTROL_BYTES = 256 * 1024;
const MAX_POLLED = 200;
const MAX_POLLED_BYTES = 4 * 1024 * 1024;

export interface RelayOptions extends Omit<FrontOptions, "maxConnections" | "maxPerAddress"> {
  /** The token that a client must send. */
  readonly token: string;
  /** The URL for senders. null: the address of the request. */
  readonly publicUrl: string | null;
  readonly expireMs: number;
  readonly version: string;
}

interface ControlOptions extends RelayOptions {
  readonly refused: () => number;
}

/** An answer of the control interface. */
type Reply = readonly [status: number, body: unknown];

const NO_SESSION: Reply = [
  404,
  { error: "There is no such session: it has ended, expired, or the relay has restarted." },
];

/**
 * Receives for runs on other machines. Everything below `/_relay/` is the control interface and requires the token.
 * @throws the error of the system
 */
export async function serveRelay(options: RelayOptions): Promise<Front> {
  const sessions = new RelaySessions({
    now: Date.now,
    ticks: () => performance.now(),
    expireMs: options.expireMs,
  });
  const take = takingIn(sessions);
  const refused = (): number => front.lapses.length;
  const control = async (request: IncomingMessage, response: ServerResponse) => {
    const [status, body] = await replyTo(request, sessions, { ...options, refused });
    const text = JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" }).end(text);
  };
  const limits = { maxConnections: MAX_CONNECTIONS, maxPerAddress: MAX_PER_ADDRESS };
  const front = await openFront({ ...options, ...limits }, (request, response) => {
    if (request.url?.startsWith(CONTROL) === true)
      control(request, response).catch(() => request.socket.destroy());
    else take(request, response);
  });
  return front;
}

async function replyTo(
  request: IncomingMessage,
  sessions: RelaySessions,
  options: ControlOptions,
): Promise<Reply> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://relay.invalid");
  const [what, id, part, token] = pathname.slice(CONTROL.length).split("/");
  if (what === "health") return [200, { relay: PROTOCOL, version: options.version }];
  if (!isAllowed(request, options)) return [401, { error: "The token is wrong." }];
  const session = sessionIdSchema.safeParse(id);
  if (what !== "sessions" || !session.success) return [404, { error: "Not found." }];
  if (request.method === "GET" && part === "arrivals")
    return polled(sessions, session.data, searchParams, options);
  if (request.method === "DELETE" && part === undefined) {
    sessions.end(session.data);
    return [200, {}];
  }
  if (request.method !== "PUT") return [405, { error: "Method not allowed." }];
  const body = await jsonOf(request);
  if (part === undefined) return opened(sessions, session.data, body, options);
  if (part === "expected") return expected(sessions, session.data, token);
  return part === "plans" ? planned(sessions, session.data, token, body) : [404, { error: "Not found." }];
}

function opened(sessions: RelaySessions, id: string, body: unknown, { publicUrl, tls }: RelayOptions): Reply {
  const opening = openingSchema.safeParse(body);
  if (!opening.success) return [400, { error: invalid("session", opening.error) }];
  if (!sessions.open(id, opening.data)) return [429, { error: "There is no room for one more session." }];
  return [200, { publicUrl, endsTls: tls !== "none", now: Date.now(), ticks: performance.now() }];
}

function invalid(subject: "session" | "plan", { issues: [issue] }: ZodError): string {
  return `Invalid ${subject}: ${issue?.path.join(".") || "it"}  ${issue?.message}`;
}

function planned(sessions: RelaySessions, id: string, token: string | undefined, body: unknown): Reply {
  const [named, steps] = [tokenSchema.safeParse(token), planSchema.safeParse(body)];
  if (!named.success) return [400, { error: INVALID_TOKEN }];
  if (!steps.success) return [400, { error: invalid("plan", steps.error) }];
  return sessions.plan(id, named.data, steps.data) ? [200, {}] : NO_SESSION;
}

function expected(sessions: RelaySessions, id: string, token: string | undefined): Reply {
  const named = tokenSchema.safeParse(token);
  if (!named.success) return [400, { error: INVALID_TOKEN }];
  return sessions.expect(id, named.data) ? [200, {}] : NO_SESSION;
}

async function polled(
  sessions: RelaySessions,
  id: string,
  asked: URLSearchParams,
  { refused }: ControlOptions,
): Promise<Reply> {
  const [after, waitSeconds] = [numberIn(asked, "after"), numberIn(asked, "wait")];
  const arrivals = await sessions.arrivals(id, after, Math.min(waitSeconds, MAX_WAIT_SECONDS) * 1000);
  if (arrivals === undefined) return NO_SESSION;
  const told: WireArrival[] = [];
  let bytes = 0;
  for (const arrival of arrivals) {
    if (told.length >= MAX_POLLED || bytes > MAX_POLLED_BYTES) break;
    bytes += arrival.body.length;
    told.push(onTheWire(arrival));
  }
  const { handshakes, strays, isFull } = sessions.state(id);
  const poll: Poll = {
    arrivals: told,
    handshakes: handshakes.map((arrival) => onTheWire(arrival)),
    strays: [...strays],
    refused: refused(),
    more: told.length < arrivals.length,
    isFull,
  };
  return [200, poll];
}

function onTheWire({ body, tls, headers, ...arrival }: Arrival): WireArrival {
  return {
    ...arrival,
    headers: headers.map(([name, value]) => [name, value]),
    body: Buffer.from(body).toString("base64"),
    tls: tls ?? null,
  };
}

function isAllowed({ headers }: IncomingMessage, { token }: RelayOptions): boolean {
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const { body, isCut } = await bodyOf(request, { maxBytes: MAX_CONTROL_BYTES });
  return isCut ? undefined : jsonOrUndefined(Buffer.from(body).toString("utf8"));
}

/** 0: not a number. */
function numberIn(asked: URLSearchParams, name: string): number {
  const value = Number(asked.get(name));
  return Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}
