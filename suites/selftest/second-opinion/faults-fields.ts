import { fault, onView } from "./tools.ts";
import type { Exchange, Fault, Fields, Plan, Row } from "./types.ts";

const shown = (
  name: string,
  breaks: string,
  what: string,
  act: (fields: Fields, row: Row, x: Exchange, p: Plan) => unknown,
): Fault => fault(name, "any", breaks, what, (p) => onView(p, (f, row, x) => act(f, row, x, p)));

const times = (name: string, what: string, show: (at: number) => unknown): Fault =>
  fault(name, "any", "2.1 createTime", what, (p) => {
    p.stamp = show;
  });

const iso = (at: number): string => new Date(at).toISOString();

/** Fields of the configuration that are not as section 2.1 says. */
export const FIELD_FAULTS: Fault[] = [
  shown("id-string", "2.1 id", "id is a string", (f, row) => (f["id"] = String(row.id))),
  shown("id-fraction", "2.1 id", "id has a fraction", (f, row) => (f["id"] = row.id + 0.25)),
  shown("id-uuid", "2.1 id", "id is a UUID", (f) => (f["id"] = "5f0c7a52-6f7e-4a6b-9f38-2f0b6f6f0a11")),
  shown("id-string-disabled", "2.1 id", "id is a string while disabled", (f, row) => {
    if (row.status === 0) f["id"] = String(row.id);
  }),
  shown("merchant-number", "2.1 merchantId", "merchantId is a number", (f) => (f["merchantId"] = 100001)),
  shown(
    "merchant-number-second",
    "2.1 merchantId",
    "merchantId of the second merchant is a number",
    (f, _row, x, p) => {
      if (x.caller === p.merchants[1]) f["merchantId"] = 100002;
    },
  ),
  shown("url-null-disabled", "2.1 callbackUrl", "callbackUrl is null while disabled", (f, row) => {
    if (row.status === 0) f["callbackUrl"] = null;
  }),
  shown(
    "url-object",
    "2.1 callbackUrl",
    "callbackUrl is an object",
    (f, row) => (f["callbackUrl"] = { url: row.callbackUrl }),
  ),
  shown("url-masked", "2.1 callbackUrl", "callbackUrl is masked after 40 characters", (f, row) => {
    f["callbackUrl"] = row.callbackUrl.replace(/^(.{40}).+$/, "$1***");
  }),
  shown(
    "url-cut-300",
    "2.1 callbackUrl",
    "callbackUrl is shown up to 300 characters",
    (f, row) => (f["callbackUrl"] = row.callbackUrl.slice(0, 300)),
  ),
  shown("status-string", "2.1 status", "status is a string", (f, row) => (f["status"] = String(row.status))),
  shown(
    "status-word",
    "2.1 status",
    "status is a word",
    (f, row) => (f["status"] = row.status === 1 ? "ENABLED" : "DISABLED"),
  ),
  shown("status-boolean", "2.1 status", "status is a boolean", (f, row) => (f["status"] = row.status === 1)),
  shown(
    "status-2",
    "2.1 status",
    "an enabled configuration has status 2",
    (f, row) => (f["status"] = row.status === 1 ? 2 : 0),
  ),
  shown(
    "status-minus",
    "2.1 status",
    "a disabled configuration has status -1",
    (f, row) => (f["status"] = row.status === 1 ? 1 : -1),
  ),
  shown(
    "status-3",
    "2.1 status",
    "a disabled configuration has status 3",
    (f, row) => (f["status"] = row.status === 1 ? 1 : 3),
  ),
  shown(
    "status-swapped",
    "2.1 status",
    "0 stands for enabled, 1 for disabled",
    (f, row) => (f["status"] = 1 - row.status),
  ),
  shown("status-fraction", "2.1 status", "status is 0.5 while disabled", (f, row) => {
    if (row.status === 0) f["status"] = 0.5;
  }),
  shown("retry-string", "2.1 retryCount", "retryCount is a string", (f) => (f["retryCount"] = "3")),
  shown("retry-fraction", "2.1 retryCount", "retryCount is 1.5", (f) => (f["retryCount"] = 1.5)),
  shown("retry-negative", "2.1 retryCount", "retryCount is -1", (f) => (f["retryCount"] = -1)),
  shown("retry-object-disabled", "2.1 retryCount", "retryCount is a string while disabled", (f, row) => {
    if (row.status === 0) f["retryCount"] = "none";
  }),
  shown(
    "events-array",
    "2.1 eventTypes",
    "eventTypes is an array",
    (f) => (f["eventTypes"] = ["card.transaction"]),
  ),
  shown(
    "events-commas",
    "2.1 eventTypes",
    "eventTypes is names with commas",
    (f) => (f["eventTypes"] = "card.transaction,card.status"),
  ),
  shown(
    "events-quotes",
    "2.1 eventTypes",
    "eventTypes quotes with apostrophes",
    (f) => (f["eventTypes"] = "['card.status']"),
  ),
  shown(
    "events-object",
    "2.1 eventTypes",
    "eventTypes holds an object",
    (f) => (f["eventTypes"] = '{"types":["card.status"]}'),
  ),
  shown(
    "events-numbers",
    "2.1 eventTypes",
    "eventTypes holds an array of numbers",
    (f) => (f["eventTypes"] = "[1,2]"),
  ),
  shown(
    "events-objects",
    "2.1 eventTypes",
    "eventTypes holds an array of objects",
    (f) => (f["eventTypes"] = '[{"name":"card.status"}]'),
  ),
  shown(
    "events-name",
    "2.1 eventTypes",
    "eventTypes holds one JSON string",
    (f) => (f["eventTypes"] = '"card.status"'),
  ),
  shown("events-empty", "2.1 eventTypes", "eventTypes is the empty string", (f) => (f["eventTypes"] = "")),
  shown(
    "events-null-text",
    "2.1 eventTypes",
    'eventTypes is the string "null"',
    (f) => (f["eventTypes"] = "null"),
  ),
  shown(
    "events-twice",
    "2.1 eventTypes",
    "eventTypes is a JSON array that was made a string twice",
    (f, row) => (f["eventTypes"] = JSON.stringify(row.eventTypes)),
  ),
  shown(
    "events-cut",
    "2.1 eventTypes",
    "eventTypes is cut at 32 characters",
    (f, row) => (f["eventTypes"] = row.eventTypes.slice(0, 32)),
  ),
  shown("events-array-disabled", "2.1 eventTypes", "eventTypes is an array while disabled", (f, row) => {
    if (row.status === 0) f["eventTypes"] = [];
  }),
  times("time-number", "times are milliseconds as numbers", (at) => at),
  times("time-digits", "times are milliseconds as strings", String),
  times("time-space", "times have a space instead of T", (at) => iso(at).replace("T", " ").slice(0, 19)),
  times("time-zone-8", "times are in +08:00", (at) => iso(at + 8 * 3_600_000).replace("Z", "+08:00")),
  times("time-local", "times have no zone", (at) => iso(at).slice(0, 23)),
  times("time-http", "times are HTTP dates", (at) => new Date(at).toUTCString()),
  times("time-date", "times are dates only", (at) => iso(at).slice(0, 10)),
  times("time-impossible", "months are counted from zero plus twelve", (at) =>
    iso(at).replace(/-\d\d-/, "-13-"),
  ),
  times("time-array", "times are arrays of numbers", (at) => iso(at).slice(0, 10).split("-").map(Number)),
  times("time-slash", "dates have slashes", (at) => iso(at).replaceAll(/(\d)-(\d)/g, "$1/$2")),
  times("time-zone-name", "times end with [UTC]", (at) => iso(at).replace("Z", "Z[UTC]")),
  times("time-60-minutes", "the minute is 61", (at) => iso(at).replace(/:\d\d:/, ":61:")),
  times("time-day-31", "the date is 31 February", (at) => iso(at).replace(/-\d\d-\d\d/, "-02-31")),
  shown(
    "time-update-only",
    "2.1 updateTime",
    "updateTime is a number",
    (f, row) => (f["updateTime"] = row.updateTime),
  ),
  shown("time-update-disabled", "2.1 updateTime", "updateTime has no zone while disabled", (f, row) => {
    if (row.status === 0) f["updateTime"] = iso(row.updateTime).slice(0, 19);
  }),
  shown("time-crossed", "2.1 updateTime", "updateTime and createTime are exchanged", (f, row) => {
    f["createTime"] = iso(row.updateTime);
    f["updateTime"] = iso(row.createTime);
  }),
  shown(
    "time-before",
    "2.1 updateTime",
    "updateTime is an hour before createTime",
    (f, row) => (f["updateTime"] = iso(row.createTime - 3_600_000)),
  ),
];
