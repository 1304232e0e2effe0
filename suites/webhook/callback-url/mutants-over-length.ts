import { mutant, type Change, type Mutant } from "../../../lib/reference/mutant.ts";
import { accepting, currentOf, pathOf, taking } from "./faults.ts";

const overLength = (name: string, change: Change): Mutant => mutant(name, "callback-url.over-length", change);

/** Accepts some of what is too long. */
const letting = (when: Parameters<typeof accepting>[0]) => accepting(when, ["url-too-long"]);

/** Compares another length with the limit. */
const measuring =
  (length: (url: string) => number): Change =>
  () => ({
    callbackUrl: { length: (_call, url) => length(url) },
  });

export const callbackUrlOverLengthMutants = [
  ...[513, 520, 1024, 2048].map((max) =>
    overLength(
      `accepts-${max}-characters`,
      letting(({ length }) => length <= max),
    ),
  ),
  overLength(
    "accepts-only-lengths-beyond-2048",
    letting(({ length }) => length > 2048),
  ),
  overLength(
    "counts-no-query",
    measuring((url) => url.replace(/\?.*$/s, "").length),
  ),
  overLength(
    "counts-no-fragment",
    measuring((url) => url.replace(/#.*$/s, "").length),
  ),
  overLength(
    "counts-no-scheme",
    measuring((url) => url.replace(/^[a-z]+:\/\//, "").length),
  ),
  overLength(
    "counts-only-the-path",
    measuring((url) => pathOf(url).length),
  ),
  overLength(
    "counts-an-escape-as-one",
    measuring((url) => url.replaceAll(/%[\da-f]{2}/gi, "x").length),
  ),
  overLength(
    "counts-the-longest-segment",
    measuring((url) => Math.max(...url.split(/[/?&]/).map(({ length }) => length))),
  ),
  overLength(
    "cuts-what-is-too-long",
    taking(["url-too-long"], (value) => String(value).slice(0, 512)),
  ),
  overLength(
    "looks-at-lengths-on-create-alone",
    letting((_url, call) => currentOf(call) !== undefined),
  ),
  overLength(
    "looks-at-lengths-on-update-alone",
    letting((_url, call) => currentOf(call) === undefined),
  ),
  mutant(
    "looks-at-lengths-while-enabled-alone",
    "lifecycle.refuses-input-throughout",
    letting((_url, call) => currentOf(call)?.status === 0),
  ),
];
