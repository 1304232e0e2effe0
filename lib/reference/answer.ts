import type { Call } from "./call.ts";
import { deliverInBackground } from "./background-delivery.ts";
import { refusal } from "./outcome.ts";
import { respond } from "./respond.ts";

const RATE_LIMIT_EVERY = 23;
const FAULT_EVERY = 29;
const MAX_JITTER_MS = 10;

/** Answers a call as the rules say, over the network that the choices describe. */
export async function answer(call: Call): Promise<Response> {
  const { choices, number, rules } = call;
  const delayMs = choices.latencyMs + (choices.jitter === "none" ? 0 : jitterMs(number));
  if (delayMs > 0) await call.sleep(delayMs);
  const fault = number % FAULT_EVERY === 0 ? choices.infrastructure : "steady";
  if (fault === "503") return gatewayPage(503);
  if (fault === "reset") return Response.error();
  if (choices.rateLimit !== "none" && number % RATE_LIMIT_EVERY === 0) {
    return respond(call, refusal("rate-limited"));
  }
  deliverInBackground(call);
  const outcome = await rules.flow.perform(call);
  if (fault === "502-after-effect") return gatewayPage(502);
  if (fault === "reset-after-effect") return Response.error();
  return rules.flow.respond(call, outcome);
}

function jitterMs(number: number): number {
  return (Math.imul(number, 0x9e3779b1) >>> 0) % (MAX_JITTER_MS + 1);
}

/** What a gateway answers in place of the server: no envelope. */
function gatewayPage(status: number): Response {
  const page = `<html><body><h1>${status}</h1></body></html>`;
  return new Response(page, {
    status,
    headers: { "content-type": "text/html", "content-length": String(page.length) },
  });
}
