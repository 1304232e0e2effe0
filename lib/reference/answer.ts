import type { Call } from "./call.ts";
import { deliverInBackground } from "./background-delivery.ts";
import { refusal } from "./outcome.ts";
import { respond } from "./respond.ts";
import { page } from "./stray-page.ts";

const RATE_LIMIT_EVERY = 23;
const FAULT_EVERY = 29;
const MAX_JITTER_MS = 10;
const SHOWN_PATH = /^\/abc\/v1\/(webhook\/(register|query|disable)|(?!webhook\/)[\w-]+\/[\w/-]+)$/;

/** Answers a call as the rules say, over the network that the choices describe. */
export async function answer(call: Call): Promise<Response> {
  const { choices, guard, number, rules } = call;
  const delayMs = choices.latencyMs + (choices.jitter === "none" ? 0 : jitterMs(number));
  if (delayMs > 0) await call.sleep(delayMs);
  const fault = number % FAULT_EVERY === 0 ? choices.infrastructure : "steady";
  if (fault === "503") return page(503);
  if (fault === "reset") return Response.error();
  if (choices.rateLimit !== "none" && number % RATE_LIMIT_EVERY === 0) {
    return respond(call, refusal("rate-limited"));
  }
  if (choices.strayRequest === "cut-off" && isStray(call)) return Response.error();
  deliverInBackground(call);
  const turnedAway = await guard.turnAway(call);
  if (turnedAway !== undefined) return turnedAway;
  const unread = await refuseFraming(call);
  if (unread !== undefined) return unread;
  const outcome = await rules.flow.perform(call);
  guard.note(call, outcome);
  if (fault === "502-after-effect") return page(502);
  if (fault === "reset-after-effect") return Response.error();
  return rules.flow.respond(call, outcome);
}

/** No request that the document shows. */
function isStray({ method, path, query }: Call): boolean {
  return method !== "POST" || query !== "" || !SHOWN_PATH.test(path);
}

async function refuseFraming(call: Call): Promise<Response | undefined> {
  const { choices, headers, rules } = call;
  const isChunked = headers.has("transfer-encoding");
  if (choices.unsaidLength === "411" && !isChunked && !headers.has("content-length")) return page(411);
  if (choices.chunkedBody === "read" || !isChunked) return undefined;
  return choices.chunkedBody === "411" ? page(411) : rules.flow.respond(call, refusal("malformed-body"));
}

function jitterMs(number: number): number {
  return (Math.imul(number, 0x9e3779b1) >>> 0) % (MAX_JITTER_MS + 1);
}
