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
    "status-swapped",
    "2.1 status",
    "0 stands for enabled, 1 for disabled",
    (f, row) => (f["status"] = 1 - row.status),
  ),
  shown("retry-string", "2.1 retryCount", "retryCount is a string", (f) => (f["retryCount"] = "3")),
  shown(
    "events-array",
    "2.1 eventTypes",
    "eventTypes is an array",
    (f) => (f["eventTypes"] = ["card.transaction"]),
  ),
  times("time-number", "times are milliseconds as numbers", (at) => at),
  shown(
    "time-update-only",
    "2.1 updateTime",
    "updateTime is a number",
    (f, row) => (f["updateTime"] = row.updateTime),
  ),
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
