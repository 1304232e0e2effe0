import { NonIntegerNumber, type JsonValue } from "../../../lib/api/json/json.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { where } from "../../../lib/reference/changes.ts";
import { isOfMerchant, showing, updating } from "../../../lib/reference/faults.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Query shows another value in one field. */
function field(member: string, value: (shown: JsonValue | undefined) => JsonValue): Change {
  return showing((shown) => ({ [member]: value(shown[member]) }));
}

/** A date of the reference, in milliseconds since the epoch. */
const msOf = (shown: JsonValue | undefined) => Date.parse(typeof shown === "string" ? shown : "");
const isoOf = (ms: number) => new Date(ms).toISOString();

const times = {
  "as-a-number": (ms: number) => ms,
  "without-zone": (ms: number) => isoOf(ms).replace("Z", ""),
  "with-a-local-offset": (ms: number) => isoOf(ms + 8 * HOUR).replace("Z", "+08:00"),
  "in-the-form-of-sql": (ms: number) => isoOf(ms).replace("T", " ").slice(0, 19),
  "in-the-form-of-http": (ms: number) => new Date(ms).toUTCString(),
  "without-time-of-day": (ms: number) => isoOf(ms).slice(0, 10),
  "with-day-and-month-swapped": (ms: number) => isoOf(ms).replace(/-(\d\d)-(\d\d)T/, "-31-$1T"),
  "on-the-thirtieth-of-february": (ms: number) => isoOf(ms).replace(/-\d\d-\d\dT/, "-02-30T"),
  "at-sixty-one-seconds": (ms: number) => isoOf(ms).replace(/:\d\d\./, ":61."),
  "at-sixty-seconds-of-any-minute": (ms: number) => isoOf(ms).replace(/T\d\d:\d\d:\d\d\./, "T14:59:60."),
};

/** Query shows a time in another form. */
const time = (member: "createTime" | "updateTime", form: keyof typeof times) =>
  field(member, (shown) => times[form](msOf(shown)));

/** Query shows both times as later than they are. */
const shifting = (ms: number) =>
  showing(({ createTime, updateTime }) => ({
    createTime: isoOf(msOf(createTime) + ms),
    updateTime: isoOf(msOf(updateTime) + ms),
  }));

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
    "shows-merchant-id-as-an-object": field("merchantId", (shown) => ({
      value: shown ?? null,
    })),
  },
  "configuration.callback-url-string": {
    "shows-callback-url-as-an-object": showing(({ callbackUrl = null }) => ({
      callbackUrl: { url: callbackUrl },
    })),
    "shows-callback-url-in-a-list": showing(({ callbackUrl = null }) => ({ callbackUrl: [callbackUrl] })),
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
    "sets-status-two-on-an-update": updating((next) => ({
      ...next,
      status: next.status === 1 ? 2 : next.status,
    })),
    "shows-status-minus-one-for-disabled": showing(({ status = null }) => ({
      status: status === 0 ? -1 : status,
    })),
  },
  "configuration.retry-count-integer": {
    "shows-a-negative-retry-count": field("retryCount", () => -1),
    "shows-retry-count-as-a-string": field("retryCount", () => "3"),
    "shows-a-fractional-retry-count": field("retryCount", () => new NonIntegerNumber("2.5")),
  },
  "configuration.create-time-utc": {
    "shows-create-time-as-a-number": time("createTime", "as-a-number"),
    "shows-create-time-without-zone": time("createTime", "without-zone"),
    "shows-create-time-with-a-local-offset": time("createTime", "with-a-local-offset"),
    "shows-create-time-in-the-form-of-sql": time("createTime", "in-the-form-of-sql"),
    "shows-create-time-in-the-form-of-http": time("createTime", "in-the-form-of-http"),
    "shows-create-time-without-time-of-day": time("createTime", "without-time-of-day"),
    "shows-create-time-with-day-and-month-swapped": time("createTime", "with-day-and-month-swapped"),
    "shows-create-time-on-the-thirtieth-of-february": time("createTime", "on-the-thirtieth-of-february"),
    "shows-create-time-at-sixty-one-seconds": time("createTime", "at-sixty-one-seconds"),
    "shows-create-time-at-sixty-seconds-of-any-minute": time("createTime", "at-sixty-seconds-of-any-minute"),
    "creates-in-local-time": showing(({ createTime }) => ({
      createTime: isoOf(msOf(createTime) - 3 * HOUR),
    })),
  },
  "configuration.update-time-utc": {
    "shows-update-time-as-a-number": time("updateTime", "as-a-number"),
    "shows-update-time-without-zone": time("updateTime", "without-zone"),
    "shows-update-time-with-a-local-offset": time("updateTime", "with-a-local-offset"),
    "shows-update-time-in-the-form-of-sql": time("updateTime", "in-the-form-of-sql"),
    "shows-update-time-in-the-form-of-http": time("updateTime", "in-the-form-of-http"),
    "shows-update-time-without-time-of-day": time("updateTime", "without-time-of-day"),
    "shows-update-time-with-day-and-month-swapped": time("updateTime", "with-day-and-month-swapped"),
    "shows-update-time-on-the-thirtieth-of-february": time("updateTime", "on-the-thirtieth-of-february"),
    "shows-update-time-at-sixty-one-seconds": time("updateTime", "at-sixty-one-seconds"),
    "shows-update-time-at-sixty-seconds-of-any-minute": time("updateTime", "at-sixty-seconds-of-any-minute"),
    "shows-update-time-in-local-time": showing(({ updateTime }) => ({
      updateTime: isoOf(msOf(updateTime) - 8 * HOUR),
    })),
    "shows-times-8-hours-ahead-as-utc": shifting(8 * HOUR),
    "shows-times-5.5-hours-ahead-as-utc": shifting(5.5 * HOUR),
    "shows-times-5-hours-behind-as-utc": shifting(-5 * HOUR),
  },
  "configuration.times-near-writes": {
    "shows-times-ten-minutes-fast": shifting(10 * MINUTE),
    "shows-times-ten-minutes-slow": shifting(-10 * MINUTE),
  },
  "configuration.times-in-order": {
    "swaps-the-times": showing(({ createTime }) => ({ createTime: isoOf(msOf(createTime) + 3000) })),
  },
});
