import { NonIntegerNumber, type JsonValue } from "../../../lib/api/json/json.ts";
import { mutant, type Mutant } from "../../../lib/reference/mutant.ts";
import { showing, updating } from "../../../lib/reference/faults.ts";

const HOUR = 3_600_000;

/** Query shows another value in one field. */
function field(
  name: string,
  breaks: string,
  member: string,
  value: (shown: JsonValue | undefined) => JsonValue,
): Mutant {
  return mutant(
    name,
    breaks,
    showing((shown) => ({ [member]: value(shown[member]) })),
  );
}

/** A date of the reference, in milliseconds since the epoch. */
const msOf = (shown: JsonValue | undefined) => Date.parse(typeof shown === "string" ? shown : "");
const isoOf = (ms: number) => new Date(ms).toISOString();

const times: Readonly<Record<string, (ms: number) => JsonValue>> = {
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

const timeMutants = Object.entries(times).flatMap(([form, write]) => [
  field(`shows-create-time-${form}`, "configuration.create-time-utc", "createTime", (shown) =>
    write(msOf(shown)),
  ),
  field(`shows-update-time-${form}`, "configuration.update-time-utc", "updateTime", (shown) =>
    write(msOf(shown)),
  ),
]);

export const configurationMutants = [
  field("shows-id-as-a-string", "configuration.id-integer", "id", () => "1"),
  field("shows-a-fractional-id", "configuration.id-integer", "id", () => new NonIntegerNumber("1.5")),
  field("shows-a-uuid-as-id", "configuration.id-integer", "id", () => "6f1a3c52-0000-4000-8000-000000000001"),
  field("shows-merchant-id-as-a-number", "configuration.merchant-id-string", "merchantId", (shown) =>
    typeof shown === "string" ? Number(shown.replaceAll(/\D/g, "")) : 1,
  ),
  field("shows-merchant-id-as-an-object", "configuration.merchant-id-string", "merchantId", (shown) => ({
    value: shown ?? null,
  })),
  mutant(
    "shows-callback-url-as-an-object",
    "configuration.callback-url-string",
    showing(({ callbackUrl = null }) => ({ callbackUrl: { url: callbackUrl } })),
    {},
  ),
  mutant(
    "shows-callback-url-in-a-list",
    "configuration.callback-url-string",
    showing(({ callbackUrl = null }) => ({ callbackUrl: [callbackUrl] })),
    {},
  ),
  field("shows-event-types-as-a-list", "configuration.event-types-json", "eventTypes", () => ["card.status"]),
  field(
    "shows-event-types-with-commas",
    "configuration.event-types-json",
    "eventTypes",
    () => "card.status,card.transaction",
  ),
  field(
    "shows-event-types-in-single-quotes",
    "configuration.event-types-json",
    "eventTypes",
    () => "['card.status']",
  ),
  field(
    "shows-event-types-as-an-object",
    "configuration.event-types-json",
    "eventTypes",
    () => '{"card.status":true}',
  ),
  field("shows-event-types-as-numbers", "configuration.event-types-json", "eventTypes", () => "[1,2]"),
  field("shows-an-empty-text-of-event-types", "configuration.event-types-json", "eventTypes", () => ""),
  field("shows-event-types-encoded-twice", "configuration.event-types-json", "eventTypes", (shown) =>
    JSON.stringify(shown),
  ),
  field("shows-status-as-a-string", "configuration.status-zero-or-one", "status", (shown) =>
    shown === 1 ? "1" : "0",
  ),
  field("shows-status-as-a-boolean", "configuration.status-zero-or-one", "status", (shown) => shown === 1),
  field("shows-status-by-name", "configuration.status-zero-or-one", "status", (shown) =>
    shown === 1 ? "ENABLED" : "DISABLED",
  ),
  mutant(
    "sets-status-two-on-an-update",
    "configuration.status-zero-or-one",
    updating((next) => ({ ...next, status: next.status === 1 ? 2 : next.status })),
  ),
  mutant(
    "shows-status-minus-one-for-disabled",
    "configuration.status-zero-or-one",
    showing(({ status = null }) => ({ status: status === 0 ? -1 : status })),
    {},
  ),
  field("shows-a-negative-retry-count", "configuration.retry-count-integer", "retryCount", () => -1),
  field("shows-retry-count-as-a-string", "configuration.retry-count-integer", "retryCount", () => "3"),
  field(
    "shows-a-fractional-retry-count",
    "configuration.retry-count-integer",
    "retryCount",
    () => new NonIntegerNumber("2.5"),
  ),
  ...timeMutants,
  mutant(
    "shows-update-time-in-local-time",
    "configuration.update-time-utc",
    showing(({ updateTime }) => ({ updateTime: isoOf(msOf(updateTime) - 8 * HOUR) })),
  ),
  ...[8, 5.5, -5].map((hours) =>
    mutant(
      `shows-times-${Math.abs(hours)}-hours-${hours > 0 ? "ahead" : "behind"}-as-utc`,
      "configuration.update-time-utc",
      showing(({ createTime, updateTime }) => ({
        createTime: isoOf(msOf(createTime) + hours * HOUR),
        updateTime: isoOf(msOf(updateTime) + hours * HOUR),
      })),
    ),
  ),
  ...[10, -10].map((minutes) =>
    mutant(
      `shows-times-ten-minutes-${minutes > 0 ? "fast" : "slow"}`,
      "configuration.times-near-writes",
      showing(({ createTime, updateTime }) => ({
        createTime: isoOf(msOf(createTime) + (minutes * HOUR) / 60),
        updateTime: isoOf(msOf(updateTime) + (minutes * HOUR) / 60),
      })),
    ),
  ),
  mutant(
    "creates-in-local-time",
    "configuration.create-time-utc",
    showing(({ createTime }) => ({ createTime: isoOf(msOf(createTime) - 3 * HOUR) })),
  ),
  mutant(
    "swaps-the-times",
    "configuration.times-in-order",
    showing(({ createTime }) => ({ createTime: isoOf(msOf(createTime) + 3000) })),
  ),
];
