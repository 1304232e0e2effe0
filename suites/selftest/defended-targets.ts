import { referenceAuth } from "../../lib/cli/run/embedded-reference.ts";
import { TransportFailure } from "../../lib/http/transport-failure.ts";
import type { Transport, WireAnswer, WireRequest } from "../../lib/http/transport.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import type { Target } from "./judge-target.ts";

/** Answers a request, or has the reference answer it. */
export type Front = (
  request: WireRequest,
  next: (request: WireRequest) => Promise<WireAnswer>,
) => Promise<WireAnswer>;

/** The part of a request that a front may read. */
export interface Surroundings {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Whether a request carries the key of a merchant. */
  readonly hasKey: (request: WireRequest) => boolean;
}

const SILENT_MS = 10_000;

/** The reference behind something that answers some of its requests. */
export function behind(front: (surroundings: Surroundings) => Front): Target {
  return (profile, { now, sleep }) => {
    const { merchants } = profile;
    const reference = createReference({ merchants, auth: referenceAuth(profile), clock: now, sleep });
    const transport = inProcessTransport(reference);
    const keys = new Set(merchants.map(({ apiKey }) => apiKey));
    const answers = front({ now, sleep, hasKey: (request) => keys.has(keyOf(request)) });
    const next: Transport["send"] = async (request) => transport.send(request);
    return { ...transport, send: async (request) => answers(request, next) };
  };
}

/** A rejection in an envelope. */
export function rejection(code: number, status = 400): WireAnswer {
  const body = JSON.stringify({ code, msg: "rejected", message: "rejected" });
  return { status, headers: [["content-type", "application/json"]], body: Buffer.from(body) };
}

/** A page of something in front of the target. */
export function page(status: number, retryAfter?: number): WireAnswer {
  const headers = retryAfter === undefined ? [] : [["retry-after", String(retryAfter)] as const];
  return { status, headers, body: Buffer.from("<h1>Not now</h1>") };
}

/** No answer comes until the request is given up. */
export async function silence(sleep: Surroundings["sleep"], { timeoutMs }: WireRequest): Promise<never> {
  await sleep(timeoutMs ?? SILENT_MS);
  const facts = { kind: "timeout", code: "DEADLINE_BODY", applied: "unknown" } as const;
  throw new TransportFailure("The answer began and did not end.", facts);
}

export function isOf(operation: "register" | "query" | "disable", { path }: WireRequest): boolean {
  return path.endsWith(`/webhook/${operation}`);
}

export function keyOf({ headers }: WireRequest): string {
  return headers.find(([name]) => name.toLowerCase() === "x-api-key")?.[1] ?? "";
}

/** Whether a register or disable was accepted. */
export function isDone({ body }: WireAnswer): boolean {
  return Buffer.from(body).includes('"data":true');
}
