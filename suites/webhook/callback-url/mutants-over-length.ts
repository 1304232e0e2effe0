import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { accepting, currentOf, pathOf, taking } from "./faults.ts";
import { instead } from "../../../lib/reference/changes.ts";

/** Accepts some of what is too long. */
const letting = (when: Parameters<typeof accepting>[0]) => accepting(when, ["url-too-long"]);

/** Compares another length with the limit. */
const measuring = (length: (url: string) => number): Change =>
  instead("callbackUrl.length", (_call, url) => length(url));

export const callbackUrlOverLengthMutants = toMutants({
  "callback-url.over-length": {
    "accepts-513-characters": letting(({ length }) => length <= 513),
    "accepts-520-characters": letting(({ length }) => length <= 520),
    "accepts-1024-characters": letting(({ length }) => length <= 1024),
    "accepts-2048-characters": letting(({ length }) => length <= 2048),
    "accepts-only-lengths-beyond-2048": letting(({ length }) => length > 2048),
    "counts-no-query": measuring((url) => url.replace(/\?.*$/s, "").length),
    "counts-no-fragment": measuring((url) => url.replace(/#.*$/s, "").length),
    "counts-no-scheme": measuring((url) => url.replace(/^[a-z]+:\/\//, "").length),
    "counts-only-the-path": measuring((url) => pathOf(url).length),
    "counts-an-escape-as-one": measuring((url) => url.replaceAll(/%[\da-f]{2}/gi, "x").length),
    "counts-the-longest-segment": measuring((url) =>
      Math.max(...url.split(/[/?&]/).map(({ length }) => length)),
    ),
    "cuts-what-is-too-long": taking(["url-too-long"], (value) => String(value).slice(0, 512)),
    "looks-at-lengths-on-create-alone": letting((_url, call) => currentOf(call) !== undefined),
    "looks-at-lengths-on-update-alone": letting((_url, call) => currentOf(call) === undefined),
  },
  "lifecycle.refuses-input-throughout": {
    "looks-at-lengths-while-enabled-alone": letting((_url, call) => currentOf(call)?.status === 0),
  },
});
