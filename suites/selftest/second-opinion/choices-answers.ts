import { brotliCompressSync, deflateSync } from "node:zlib";
import { after, afterBad, afterGood, choice, onView, statusOf, wrap } from "./tools.ts";
import type { Choice, Plan, Row } from "./types.ts";

const AUTH = ["no-key", "bad-key", "no-sign", "bad-sign", "bad-time", "bad-nonce"] as const;

const two = (n: number): string => String(n).padStart(2, "0");

const time = (name: string, what: string, show: (d: Date, iso: string) => string): Choice =>
  choice(name, "any", what, (p) => {
    p.stamp = (at) => show(new Date(at), new Date(at).toISOString());
  });

const dayOfYear = (d: Date): number =>
  Math.floor(
    (Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate()) - Date.UTC(d.getUTCFullYear(), 0, 0)) /
      86_400_000,
  );

function isoWeek(d: Date): string {
  const day = d.getUTCDay() || 7;
  const thursday = new Date(Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate() + 4 - day));
  const week = Math.ceil(
    ((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000 + 1) / 7,
  );
  return `${thursday.getUTCFullYear()}-W${two(week)}-${day}`;
}

/** A member whose number is written as the given characters. */
const rawNumber = (p: Plan, field: string, write: (row: Row) => string): void => {
  onView(p, (shown, row) => (shown[field] = `@@${write(row)}@@`));
  wrap(p, "text", (old) => (a, x) => old(a, x).replaceAll(/"@@(.+?)@@"/g, "$1"));
};

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

/** Envelopes, fields, headers and speed. */
export const ANSWER_CHOICES: Choice[] = [
  choice("code-is-status", "any", "code repeats the HTTP status", (p) =>
    after(p, (a) => (a.fields["code"] = a.status)),
  ),
  choice("auth-404", "any", "refused callers get HTTP 404", (p) => statusOf(p, 404, ...AUTH)),
  choice("auth-200-body-400", "any", "refused callers get HTTP 200, refused bodies 400", (p) =>
    statusOf(p, 200, ...AUTH),
  ),
  choice("json-500", "any", "malformed JSON gets HTTP 500, bad URLs 200", (p) => {
    statusOf(p, 500, "bad-body");
    statusOf(p, 200, "bad-url");
  }),
  choice("partial-203", "any", "successes are HTTP 203, as through a proxy", (p) =>
    afterGood(p, (a) => (a.status = 203)),
  ),
  choice("texts-long", "any", "messages are 4,000 characters long", (p) =>
    after(p, (a) => Object.assign(a.fields, { message: "lorem ipsum ".repeat(340) })),
  ),
  choice("extra-nested", "any", "configurations have more fields of every type", (p) =>
    wrap(p, "view", (old) => (row, x) => ({
      ...old(row, x),
      version: 3,
      deleted: false,
      ext: { "": [], tags: ["x"], deep: { deeper: { deepest: null } } },
      remark: null,
      url: "https://elsewhere.invalid/",
      enabled: row.status === 1,
    })),
  ),
  choice("codes-per-operation", "any", "the success code differs per operation", (p) =>
    afterGood(p, (a, x) => (a.fields["code"] = { register: 2001, query: 2002, disable: 2003 }[x.op] ?? 2000)),
  ),
  choice("zero-omitted", "any", "fields of value 0 are left out, as by a Go omitempty", (p) =>
    onView(p, (shown) => {
      if (shown["status"] === 0) delete shown["status"];
    }),
  ),
  choice("id-exponent", "any", "id is written with an exponent", (p) =>
    rawNumber(p, "id", (row) => `${row.id}e3`),
  ),
  choice("merchant-digits", "any", "merchantId is a string of digits with leading zeros", (p) =>
    onView(p, (s, _row, x) => (s["merchantId"] = x.caller === p.merchants[0] ? "00017" : "00018")),
  ),
  choice("events-star", "any", 'eventTypes is ["*"]', (p) => onView(p, (s) => (s["eventTypes"] = '["*"]'))),
  time("time-tenths", "times have one decimal", (_d, iso) => `${iso.slice(0, 21)}Z`),
  time("time-minute", "times end with the minute", (_d, iso) => `${iso.slice(0, 16)}Z`),
  time(
    "time-ordinal",
    "dates are ordinal",
    (d, iso) => `${iso.slice(0, 4)}-${String(dayOfYear(d)).padStart(3, "0")}${iso.slice(10)}`,
  ),
  time("time-week", "dates are week dates", (d, iso) => `${isoWeek(d)}${iso.slice(10)}`),
  time("time-mixed", "fractions appear only when they are not zero, offsets vary", (d, iso) =>
    d.getTime() % 2 === 0 ? iso.replace(".000Z", "Z") : iso.replace("Z", "+00:00"),
  ),
  choice("clock-behind", "any", "the clock of the server is two minutes behind", (p) => {
    p.clock = () => p.now() - 120_000;
  }),
  choice("clock-ahead", "any", "the clock of the server is two minutes ahead", (p) => {
    p.clock = () => p.now() + 120_000;
  }),
  packed("deflate", deflateSync),
  packed("br", (text) => brotliCompressSync(text)),
  header("type-text", "Content-Type is text/json", { "content-type": "text/json; charset=utf-8" }),
  choice("type-problem", "any", "refusals are application/problem+json", (p) =>
    afterBad(p, (a) => (a.headers["content-type"] = "application/problem+json")),
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
  choice("slow-some", "any", "every fiftieth answer takes 2 s", (p) => {
    p.delay = (x) => (x.serial % 50 === 0 ? 2000 : 0);
  }),
  choice("limit-parallel", "any", "more than four requests at a time get HTTP 429", (p) => {
    wrap(p, "gate", (old) => (x) => {
      if (x.overlapping <= 4) return old(x);
      const answer = p.refuse("busy", x);
      return { ...answer, headers: { ...answer.headers, "retry-after": "1" } };
    });
    p.delay = () => 5;
  }),
];
