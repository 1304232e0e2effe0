import { mutant } from "../../../lib/reference/mutant.ts";
import { alike } from "./faults.ts";

const withoutSeparators = (text: string) => text.replaceAll(/[-_]/g, "");

/** Faults of a server that takes another text for the key, or a word. */
export const keySpellingMutants = [
  mutant(
    "reads-keys-without-their-separators",
    "api-key.extended",
    alike((presented, issued) => withoutSeparators(presented) === withoutSeparators(issued)),
  ),
  mutant(
    "takes-quotes-off-the-key",
    "api-key.extended",
    alike((presented, issued) => presented.replaceAll('"', "") === issued),
  ),
  mutant(
    "reads-the-key-as-far-as-a-parameter",
    "api-key.extended",
    alike((presented, issued) => presented.split(/[;:]/)[0] === issued),
  ),
  mutant(
    "reads-the-key-as-far-as-a-blank",
    "api-key.extended",
    alike((presented, issued) => presented.split(" ")[0] === issued),
  ),
  mutant(
    "takes-zero-for-a-key",
    "api-key.unknown",
    ({ authentication }) => ({
      authentication: {
        merchantOfKey: (call, presented) =>
          presented === "0" ? call.merchants[0] : authentication.merchantOfKey(call, presented),
      },
    }),
    { mode: "api-key" },
  ),
  mutant(
    "lets-very-long-keys-pass",
    "api-key.unknown",
    ({ authentication }) => ({
      authentication: {
        merchantOfKey: (call, presented) =>
          presented.length > 256 ? call.merchants[0] : authentication.merchantOfKey(call, presented),
      },
    }),
    { mode: "api-key" },
  ),
  mutant(
    "takes-the-name-of-a-merchant-for-a-key",
    "api-key.unknown",
    ({ authentication }) => ({
      authentication: {
        merchantOfKey: (call, presented) =>
          authentication.merchantOfKey(call, presented) ??
          call.merchants.find(({ name }) => name === presented),
      },
    }),
    { mode: "api-key" },
  ),
];
