import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { alike } from "./faults.ts";
import { replacing } from "../../../lib/reference/changes.ts";

const withoutSeparators = (text: string) => text.replaceAll(/[-_]/g, "");

/** Faults of a server that takes another text for the key, or a word. */
export const keySpellingMutants = toMutants({
  "api-key.extended": {
    "reads-keys-without-their-separators": alike(
      (presented, issued) => withoutSeparators(presented) === withoutSeparators(issued),
    ),
    "takes-quotes-off-the-key": alike((presented, issued) => presented.replaceAll('"', "") === issued),
    "reads-the-key-as-far-as-a-parameter": alike(
      (presented, issued) => presented.split(/[;:]/)[0] === issued,
    ),
    "reads-the-key-as-far-as-a-blank": alike((presented, issued) => presented.split(" ")[0] === issued),
  },
  "api-key.unknown": {
    "takes-zero-for-a-key": only(
      { mode: "api-key" },
      replacing(
        "authentication.merchantOfKey",
        (merchantOfKey) => (call, presented) =>
          presented === "0" ? call.merchants[0] : merchantOfKey(call, presented),
      ),
    ),
    "lets-very-long-keys-pass": only(
      { mode: "api-key" },
      replacing(
        "authentication.merchantOfKey",
        (merchantOfKey) => (call, presented) =>
          presented.length > 256 ? call.merchants[0] : merchantOfKey(call, presented),
      ),
    ),
    "takes-the-name-of-a-merchant-for-a-key": only(
      { mode: "api-key" },
      replacing(
        "authentication.merchantOfKey",
        (merchantOfKey) => (call, presented) =>
          merchantOfKey(call, presented) ?? call.merchants.find(({ name }) => name === presented),
      ),
    ),
  },
});
