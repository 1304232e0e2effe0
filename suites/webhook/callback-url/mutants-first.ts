import type { Call } from "../../../lib/reference/call.ts";
import { mutant, type Change } from "../../../lib/reference/mutant.ts";
import { currentOf, taking, urlMutant } from "./faults.ts";

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
export const callbackUrlFirstMutants = [
  ...Object.entries({
    "takes-ftp-at-first": ["callback-url.https-only", (value: unknown) => String(value).startsWith("ftp:")],
    "takes-an-empty-url-at-first": ["callback-url.empty", (value: unknown) => value === ""],
    "takes-null-at-first": ["callback-url.null", (value: unknown) => value === null],
    "takes-a-word-at-first": ["callback-url.not-a-url", (value: unknown) => value === "not-a-url"],
    "takes-no-host-at-first": ["callback-url.without-host", (value: unknown) => value === "https://"],
    "takes-objects-at-first": [
      "callback-url.not-a-string",
      (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value),
    ],
  } as const).map(([name, [breaks, what]]) => urlMutant(breaks)(name, uncheckedAtFirst(what))),
  urlMutant("callback-url.over-length")(
    "takes-anything-of-the-second-merchant-at-first",
    uncheckedAtFirst(() => true, isOf(1)),
  ),
  urlMutant("callback-url.not-a-url")(
    "takes-anything-of-the-first-merchant-at-first",
    uncheckedAtFirst(() => true, isOf(0)),
  ),
  mutant("takes-an-array-for-a-body-at-first", "register.refuses-non-object-body", ({ register }) => ({
    register: {
      judge: (call) =>
        currentOf(call) === undefined && Buffer.from(call.body).toString("latin1").startsWith("[")
          ? DEFAULT
          : register.judge(call),
    },
  })),
];
