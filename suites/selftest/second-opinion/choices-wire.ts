import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { after, afterBad, choice, everyNth, replaceText, wrap } from "./tools.ts";
import type { Answer, Choice, Exchange, Plan } from "./types.ts";

const header = (name: string, what: string, headers: Record<string, string>): Choice =>
  choice(name, "any", what, (p) => after(p, (a) => Object.assign(a.headers, headers)));

/** Compresses answers for callers that accept it. */
const packed = (name: string, pack: (text: string) => Buffer): Choice =>
  choice(`${name}-coded`, "any", `answers are coded as ${name} when accepted`, (p) =>
    wrap(p, "pack", (old) => (a, text, x) => {
      const packet = old(a, text, x);
      if (!(x.headers["accept-encoding"] ?? "").includes(name)) return packet;
      return { ...packet, headers: { ...packet.headers, "content-encoding": name }, body: pack(text) };
    }),
  );

/** Answers some requests before they reach the service. */
const gatewayNow = (p: Plan, hit: (x: Exchange) => boolean, make: (x: Exchange) => Answer): void =>
  wrap(p, "gate", (old) => (x) => (hit(x) ? make(x) : old(x)));

function html(status: number, headers: Record<string, string> = {}): Answer {
  const answer: Answer = { status, fields: {}, headers: { ...headers } };
  replaceText(answer, status, "text/html", `<html><body><h1>${status}</h1><hr>nginx</body></html>`);
  return answer;
}

function limited(p: Plan, x: Exchange, wait: string): Answer {
  const answer = p.refuse("busy", x);
  answer.headers["retry-after"] = wait;
  return answer;
}

/** A bucket that fills again with time. */
function bucket(p: Plan, size: number, perSecond: number): () => boolean {
  let left = size;
  let at = p.now();
  return () => {
    const now = p.now();
    left = Math.min(size, left + ((now - at) * perSecond) / 1000);
    at = now;
    if (left < 1) return true;
    left -= 1;
    return false;
  };
}

/** Headers, speed and gateways. */
export const WIRE_CHOICES: Choice[] = [
  packed("gzip", gzipSync),
  packed("deflate", deflateSync),
  packed("br", (text) => brotliCompressSync(text)),
  header("type-charset", "Content-Type is application/json;charset=UTF-8", {
    "content-type": "application/json;charset=UTF-8",
  }),
  header("type-text", "Content-Type is text/json", { "content-type": "text/json; charset=utf-8" }),
  header("type-vendor", "Content-Type is a vendor type", { "content-type": "Application/Vnd.Cards.V1+JSON" }),
  choice("type-problem", "any", "refusals are application/problem+json", (p) =>
    afterBad(p, (a) => (a.headers["content-type"] = "application/problem+json")),
  ),
  choice("type-plain", "any", "Content-Type is text/plain", (p) =>
    after(p, (a) => (a.headers["content-type"] = "text/plain")),
  ),
  choice("type-absent", "any", "there is no Content-Type", (p) =>
    wrap(p, "pack", (old) => (a, text, x) => ({ ...old(a, text, x), headers: a.headers })),
  ),
  header("headers-many", "answers have cookies and many headers", {
    "set-cookie": "SESSION=abc; Path=/; HttpOnly",
    "strict-transport-security": "max-age=63072000",
    "x-request-id": "7b2f",
    "cache-control": "no-store, private",
    vary: "Origin, Accept-Encoding",
    via: "1.1 edge",
    "x-filler": "f".repeat(6000),
  }),
  header("date-wrong", "the Date header is from last year", { date: "Wed, 01 Jan 2025 00:00:00 GMT" }),
  choice("jitter", "any", "answers take 30 to 300 ms", (p) => {
    p.delay = (x) => 30 + ((x.serial * 7919) % 271);
  }),
  choice("slow-start", "any", "the first three answers take 1.5 s", (p) => {
    p.delay = (x) => (x.serial <= 3 ? 1500 : 0);
  }),
  choice("slow-queries", "any", "queries take 200 ms, writes none", (p) => {
    p.delay = (x) => (x.op === "query" ? 200 : 0);
  }),
  choice("slow-some", "any", "every fiftieth answer takes 2 s", (p) => {
    p.delay = (x) => (x.serial % 50 === 0 ? 2000 : 0);
  }),
  choice("limit-seconds", "any", "every 25th request is HTTP 429, Retry-After 1", (p) => {
    const hit = everyNth(25);
    gatewayNow(p, hit, (x) => limited(p, x, "1"));
  }),
  choice("limit-date", "any", "every 25th request is HTTP 429, Retry-After a date", (p) => {
    const hit = everyNth(25);
    gatewayNow(p, hit, (x) => limited(p, x, new Date(p.now() + 1500).toUTCString()));
  }),
  choice("limit-bucket", "any", "20 requests at once, then 40 per second, else HTTP 429", (p) => {
    const empty = bucket(p, 20, 40);
    gatewayNow(p, empty, (x) => limited(p, x, "1"));
  }),
  choice("limit-bare", "any", "every 30th request is HTTP 429 in HTML without Retry-After", (p) => {
    const hit = everyNth(30);
    gatewayNow(p, hit, () => html(429));
  }),
  choice("limit-code", "any", "every 30th request is HTTP 200 with the code of a rate limit", (p) => {
    const hit = everyNth(30);
    gatewayNow(p, hit, (x) => ({ ...limited(p, x, "1"), status: 200 }));
  }),
  choice("limit-parallel", "any", "more than four requests at a time get HTTP 429", (p) => {
    gatewayNow(
      p,
      (x) => x.overlapping > 4,
      (x) => limited(p, x, "1"),
    );
    p.delay = () => 5;
  }),
  choice("gateway-503", "any", "every 40th request gets a gateway's HTTP 503 in HTML", (p) => {
    const hit = everyNth(40);
    gatewayNow(p, hit, () => html(503, { "retry-after": "1" }));
  }),
  choice("gateway-502", "any", "every 60th request gets a gateway's HTTP 502 in HTML", (p) => {
    const hit = everyNth(60);
    gatewayNow(p, hit, () => html(502));
  }),
  choice("gateway-504", "any", "every 60th request gets a gateway's HTTP 504 after 300 ms", (p) => {
    const hit = everyNth(60);
    gatewayNow(p, hit, () => html(504));
  }),
  choice("maintenance", "any", "requests 30 to 33 get HTTP 503 in an envelope", (p) => {
    gatewayNow(
      p,
      (x) => x.serial >= 30 && x.serial <= 33,
      (x) => {
        const answer = limited(p, x, "1");
        return { ...answer, status: 503 };
      },
    );
  }),
];
