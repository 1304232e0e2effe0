import type { Call } from "../../../lib/reference/call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { currentOf, taking } from "./faults.ts";
import { instead } from "../../../lib/reference/changes.ts";

const DEFAULT = "https://callback.invalid/default";
const EVERY_REASON = ["missing-url", "not-a-url", "not-https", "url-too-long"] as const;

/** Rules that are checked when a configuration is updated, and not when it is created. */
function uncheckedAtFirst(
  what: (value: unknown) => boolean,
  whose: (call: Call) => boolean = () => true,
): Change {
  return taking(EVERY_REASON, (value, call) =>
    currentOf(call) === undefined && what(value) && whose(call) ? textOf(value) : undefined,
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : DEFAULT;
}

function isOf(place: number): (call: Call) => boolean {
  return (call) => call.merchants[place]?.apiKey === call.headers.get("x-api-key");
}

/** Validation only in the way of updates. */
export const callbackUrlFirstMutants = toMutants({
  "callback-url.https-only": {
    "takes-ftp-at-first": uncheckedAtFirst((value) => String(value).startsWith("ftp:")),
  },
  "callback-url.empty": {
    "takes-an-empty-url-at-first": uncheckedAtFirst((value) => value === ""),
  },
  "callback-url.null": {
    "takes-null-at-first": uncheckedAtFirst((value) => value === null),
  },
  "callback-url.not-a-url": {
    "takes-a-word-at-first": uncheckedAtFirst((value) => value === "not-a-url"),
    "takes-anything-of-the-first-merchant-at-first": uncheckedAtFirst(() => true, isOf(0)),
  },
  "callback-url.without-host": {
    "takes-no-host-at-first": uncheckedAtFirst((value) => value === "https://"),
  },
  "callback-url.not-a-string": {
    "takes-objects-at-first": uncheckedAtFirst(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    ),
  },
  "callback-url.over-length": {
    "takes-anything-of-the-second-merchant-at-first": uncheckedAtFirst(() => true, isOf(1)),
  },
  "register.refuses-non-object-body": {
    "takes-an-array-for-a-body-at-first": instead("register.judge", (call) =>
      currentOf(call) === undefined && Buffer.from(call.body).toString("latin1").startsWith("[")
        ? DEFAULT
        : undefined,
    ),
  },
});
