import { type JsonValue, NonIntegerNumber } from "../../../lib/api/json/json.ts";
import { where } from "../../../lib/reference/changes.ts";
import { isOfMerchant, showing, updating } from "../../../lib/reference/faults.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function field(member: string, value: (shown: JsonValue | undefined) => JsonValue): Change {
  return showing((shown) => ({ [member]: value(shown[member]) }));
}

/** A date of the reference, in milliseconds since the epoch. 0: it is left out, or in a form that is not read here. */
const msOf = (shown: JsonValue | undefined) => Date.parse(typeof shown === "string" ? shown : "") || 0;
const isoOf = (ms: number) => new Date(ms).toISOString();

/** Forms of a time that are no ISO 8601 in UTC, by the end of the name of a mutant. */
const FORMS: Readonly<Record<string, (ms: number) => JsonValue>> = {
  "as-a-number": (ms) => ms,
  "without-zone": (ms) => isoOf(ms).replace("Z", ""),
  "with-a-local-offset": (ms) => isoOf(ms + 8 * HOUR).replace("Z", "+08:00"),
  "in-the-form-of-sql": (ms) => isoOf(ms).replace("T", " ").slice(0, 19),
  "in-the-form-of-http": (ms) => new Date(ms).toUTCString(),
  "without-time-of-day": (ms) => isoOf(ms).slice(0, 10),
  "with-day-and-month-swapped": (ms) => isoOf(ms).replace(/-(\d\d)-(\d\d)T/, "-31-$1T"),
  "on-the-thirtieth-of-february": (ms) => isoOf(ms).replace(/-\d\d-\d\dT/, "-02-30T"),
  "at-sixty-one-seconds": (ms) => isoOf(ms).replace(/:\d\d\./, ":61."),
  "at-sixty-seconds-of-any-minute": (ms) => isoOf(ms).replace(/T\d\d:\d\d:\d\d\./, "T14:59:60."),
};

/** Query shows a time in each of these forms. */
const inEveryForm = (member: "createTime" | "updateTime", label: string): Record<string, Change> =>
  Object.fromEntries(
    Object.entries(FORMS).map(([name, form]) => [
      `shows-${label}-${name}`,
      field(member, (shown) => form(msOf(shown))),
    ]),
  );

const writingTimes = (form: (ms: number) => JsonValue) =>
  showing(({ createTime, updateTime }) => ({
    createTime: form(msOf(createTime)),
    updateTime: form(msOf(updateTime)),
  }));

/** Query shows both times as later than they are. */
const shifting = (byMs: number) => writingTimes((ms) => isoOf(ms + byMs));

export const configurationMutants = toMutants({
  "configuration.id-integer": {
    "shows-id-as-a-string": field("id", () => "1"),
    "shows-a-fractional-id": field("id", () => new NonIntegerNumber("1.5")),
    "shows-a-uuid-as-id": field("id", () => "6f1a3c52-0000-4000-8000-000000000001"),
  },
  "configuration.merchant-id-string": {
    "shows-merchant-id-as-a-number": field("merchantId", (shown) =>
      typeof shown === "string" ? Number(shown.replaceAll(/\D/g, "")) : 1,
    ),
    "shows-the-second-merchant-id-as-a-number": where(
      isOfMerchant(1),
      field("merchantId", () => 100_002),
    ),
    "shows-merchant-id-as-an-object": field("merchantId", (shown = null) => ({ value: shown })),
  },
  "configuration.callback-url-string": {
    "shows-callback-url-as-an-object": field("callbackUrl", (url = null) => ({ url })),
    "shows-callback-url-in-a-list": field("callbackUrl", (url = null) => [url]),
  },
  "configuration.event-types-json": {
    "shows-event-types-as-a-list": field("eventTypes", () => ["card.status"]),
    "shows-event-types-with-commas": field("eventTypes", () => "card.status,card.transaction"),
    "shows-event-types-in-single-quotes": field("eventTypes", () => "['card.status']"),
    "shows-event-types-as-an-object": field("eventTypes", () => '{"card.status":true}'),
    "shows-event-types-as-numbers": field("eventTypes", () => "[1,2]"),
    "shows-an-empty-text-of-event-types": field("eventTypes", () => ""),
    "shows-event-types-encoded-twice": field("eventTypes", (shown) => JSON.stringify(shown)),
  },
  "configuration.status-zero-or-one": {
    "shows-status-as-a-string": field("status", (shown) => (shown === 1 ? "1" : "0")),
    "shows-status-as-a-boolean": field("status", (shown) => shown === 1),
    "shows-status-by-name": field("status", (shown) => (shown === 1 ? "ENABLED" : "DISABLED")),
    "sets-status-two-on-an-update": updating(({ status }) => ({ status: status === 1 ? 2 : status })),
    "shows-status-minus-one-for-disabled": field("status", (shown = null) => (shown === 0 ? -1 : shown)),
  },
  "configuration.retry-count-integer": {
    "shows-a-negative-retry-count": field("retryCount", () => -1),
    "shows-retry-count-as-a-string": field("retryCount", () => "3"),
    "shows-a-fractional-retry-count": field("retryCount", () => new NonIntegerNumber("2.5")),
  },
  "configuration.create-time-utc": {
    ...inEveryForm("createTime", "create-time"),
    "creates-in-local-time": field("createTime", (shown) => isoOf(msOf(shown) - 3 * HOUR)),
  },
  "configuration.update-time-utc": {
    ...inEveryForm("updateTime", "update-time"),
    "shows-times-of-updates-in-local-time": showing(({ updateTime }, stored) => ({
      updateTime: isoOf(msOf(updateTime) - (stored.updateTime === stored.createTime ? 0 : 5 * HOUR)),
    })),
    "shows-update-time-in-local-time": field("updateTime", (shown) => isoOf(msOf(shown) - 8 * HOUR)),
    "shows-both-times-without-zone": writingTimes((ms) => isoOf(ms).replace("Z", "")),
    "shows-times-8-hours-ahead-as-utc": shifting(8 * HOUR),
    "shows-times-5.5-hours-ahead-as-utc": shifting(5.5 * HOUR),
    "shows-times-5-hours-behind-as-utc": shifting(-5 * HOUR),
  },
  "configuration.times-near-writes": {
    "shows-times-ten-minutes-fast": shifting(10 * MINUTE),
    "shows-times-ten-minutes-slow": shifting(-10 * MINUTE),
  },
  "configuration.times-in-order": {
    "swaps-the-times": field("createTime", (shown) => isoOf(msOf(shown) + 3000)),
  },
});
