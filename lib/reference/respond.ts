import { gzipSync } from "node:zlib";
import type { Call } from "./call.ts";
import type { Outcome } from "./outcome.ts";
import { simulated } from "./simulated-clock.ts";
import { strayPage } from "./stray-page.ts";

const NANOSECONDS_PER_MS = 1_000_000n;

/** The HTTP answer that carries an outcome. */
export async function respond(call: Call, outcome: Outcome): Promise<Response> {
  const stray = strayPage(call, outcome);
  if (stray !== undefined) return stray;
  const headers = new Headers();
  const { contentType, dateHeader } = call.choices;
  if (contentType !== "absent") headers.set("content-type", contentType);
  if (dateHeader === "present") headers.set("date", new Date(dateOf(call)).toUTCString());
  if (outcome.refused && outcome.reason === "rate-limited") announceRetry(call, headers);
  const text = Buffer.from(call.rules.envelope.text(call, outcome));
  const zipped = isZipped(call);
  if (zipped) headers.set("content-encoding", "gzip");
  const body = zipped ? gzipSync(text) : text;
  headers.set("content-length", String(body.length));
  return new Response(body, { status: call.rules.envelope.status(call, outcome), headers });
}

/** Time in the Date header, in milliseconds since the epoch. */
function dateOf(call: Call): number {
  if (call.choices.simulatedClock !== "stands-still-with-date") return call.now();
  return Number(simulated(call, BigInt(Math.round(call.now())) * NANOSECONDS_PER_MS) / NANOSECONDS_PER_MS);
}

function isZipped({ choices, headers }: Call): boolean {
  if (choices.contentEncoding === "gzip-always") return true;
  return (
    choices.contentEncoding === "gzip-when-asked" && /\bgzip\b/.test(headers.get("accept-encoding") ?? "")
  );
}

function announceRetry(call: Call, headers: Headers): void {
  const { choices } = call;
  if (choices.rateLimit === "zero-seconds") headers.set("retry-after", "0");
  if (choices.rateLimit === "one-second") headers.set("retry-after", "1");
  if (choices.rateLimit === "date") headers.set("retry-after", new Date(call.now() + 1000).toUTCString());
}
