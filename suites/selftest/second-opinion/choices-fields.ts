import { choice, onView, wrap } from "./tools.ts";
import type { Choice, Plan, Row } from "./types.ts";

const two = (n: number): string => String(n).padStart(2, "0");

/** Leaves fields out of the configuration. */
const without =
  (...names: string[]) =>
  (p: Plan): void =>
    onView(p, (shown) => {
      for (const name of names) delete shown[name];
    });

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

/** Choices of the fields that a configuration shows. */
export const FIELD_CHOICES: Choice[] = [
  choice("no-times", "any", "createTime and updateTime are left out", without("createTime", "updateTime")),
  choice("no-update-time", "any", "updateTime is left out", without("updateTime")),
  choice("no-ids", "any", "id and merchantId are left out", without("id", "merchantId")),
  choice("no-events", "any", "eventTypes and retryCount are left out", without("eventTypes", "retryCount")),
  choice("no-status", "any", "status is left out", without("status")),
  choice("no-url", "any", "callbackUrl is left out", without("callbackUrl")),
  choice("url-only", "any", "callbackUrl is the only field", (p) =>
    wrap(p, "view", () => (row) => ({ callbackUrl: row.callbackUrl })),
  ),
  choice("no-fields", "any", "the configuration is shown as {}", (p) => wrap(p, "view", () => () => ({}))),
  choice("zero-omitted", "any", "fields of value 0 are left out, as by a Go omitempty", (p) =>
    onView(p, (shown) => {
      if (shown["status"] === 0) delete shown["status"];
    }),
  ),
  choice("id-19-digits", "any", "id is an integer beyond 2^53", (p) =>
    rawNumber(p, "id", (row) => `912345678901234${row.id}`),
  ),
  choice("id-negative", "any", "id is a negative integer", (p) => onView(p, (s, row) => (s["id"] = -row.id))),
  choice("id-zero", "any", "the id of the first merchant is 0", (p) =>
    onView(p, (s, _row, x) => (s["id"] = x.caller === p.merchants[0] ? 0 : 1)),
  ),
  choice("id-exponent", "any", "id is written with an exponent", (p) =>
    rawNumber(p, "id", (row) => `${row.id}e3`),
  ),
  choice("merchant-digits", "any", "merchantId is a string of digits with leading zeros", (p) =>
    onView(p, (s, _row, x) => (s["merchantId"] = x.caller === p.merchants[0] ? "00017" : "00018")),
  ),
  choice("merchant-odd", "any", "merchantId has spaces and non-ASCII letters", (p) =>
    onView(p, (s, row) => (s["merchantId"] = `Händler №${row.merchantId} 商户`)),
  ),
  choice("events-none", "any", "eventTypes is []", (p) => onView(p, (s) => (s["eventTypes"] = "[]"))),
  choice("events-spaced", "any", "eventTypes holds white space", (p) =>
    onView(p, (s) => (s["eventTypes"] = ' [\n "card.transaction" ,\t"card.status"\r\n] ')),
  ),
  choice("events-more", "any", "eventTypes holds names that are not shown, one escaped", (p) =>
    onView(
      p,
      (s) => (s["eventTypes"] = String.raw`["card.transaction","account.transfer","b\u0075dget.used"]`),
    ),
  ),
  choice("events-star", "any", 'eventTypes is ["*"]', (p) => onView(p, (s) => (s["eventTypes"] = '["*"]'))),
  choice("retry-0", "any", "retryCount is 0", (p) => onView(p, (s) => (s["retryCount"] = 0))),
  choice("retry-large", "any", "retryCount is 2147483647", (p) =>
    onView(p, (s) => (s["retryCount"] = 2_147_483_647)),
  ),
  choice("retry-wanders", "any", "retryCount grows with deliveries that happen meanwhile", (p) => {
    const start = p.now();
    onView(p, (s) => (s["retryCount"] = Math.floor((p.now() - start) / 700)));
  }),
  time("time-seconds", "times have no fraction", (_d, iso) => `${iso.slice(0, 19)}Z`),
  time("time-nanos", "times have nine decimals", (_d, iso) => iso.replace("Z", "004217Z")),
  time("time-micros", "times have six decimals", (_d, iso) => iso.replace("Z", "250Z")),
  time("time-tenths", "times have one decimal", (_d, iso) => `${iso.slice(0, 21)}Z`),
  time("time-no-zeros", "decimals drop trailing zeros", (_d, iso) => iso.replace(/\.?0+Z$/, "Z")),
  time("time-offset", "times end with +00:00", (_d, iso) => iso.replace("Z", "+00:00")),
  time("time-offset-short", "times end with +0000", (_d, iso) => iso.replace("Z", "+0000")),
  time("time-offset-hour", "times end with +00", (_d, iso) => iso.replace("Z", "+00")),
  time("time-comma", "times have a comma before the decimals", (_d, iso) => iso.replace(".", ",")),
  time("time-basic", "times are in basic form", (_d, iso) => `${iso.slice(0, 19).replaceAll(/[-:]/g, "")}Z`),
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
  choice("clock-seconds", "any", "times are stored as whole seconds", (p) => {
    p.clock = () => Math.floor(p.now() / 1000) * 1000;
  }),
];
