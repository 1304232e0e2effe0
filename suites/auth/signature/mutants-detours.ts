import type { Call } from "../../../lib/reference/call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import {
  all,
  atOtherPaths,
  hasBody,
  hasBodyAbove,
  hasHeader,
  hasMethod,
  hasQueryString,
  isDisable,
  not,
} from "../../../lib/reference/faults.ts";
import { readingPaths } from "../api-key/faults.ts";
import { unverified } from "./faults.ts";
import { instead, together, where } from "../../../lib/reference/changes.ts";

const keysOf = ({ headers }: Call): string[] => (headers.get("x-api-key") ?? "").split(", ");

/** One of two keys says who calls, and another for whom. */
const actingForAnotherKey = (checked: number, acting: number): Change =>
  together(
    instead("authentication.presentedKey", (call) => keysOf(call).at(checked)),
    instead("authentication.actsFor", (call) =>
      call.rules.authentication.merchantOfKey(call, keysOf(call).at(acting) ?? ""),
    ),
  );

export const signatureDetourMutants = toMutants(
  {
    "signature.no-detour": {
      "verifies-signatures-of-posts-only": only(
        { choices: { otherMethods: "served" } },
        where(not(hasMethod("POST")), unverified),
      ),
      "verifies-no-signatures-beside-a-query-string": where(hasQueryString, unverified),
      "verifies-signatures-of-plain-json-only": where(hasHeader("content-type", /;/), unverified),
      "verifies-no-signatures-of-bodies-above-a-kibibyte": where(hasBodyAbove(1024), unverified),
      "verifies-no-signatures-of-bodies-in-chunks": where(
        hasHeader("transfer-encoding", "chunked"),
        unverified,
      ),
      "verifies-no-signatures-of-compressed-bodies": where(hasHeader("content-encoding"), unverified),
      "verifies-no-signatures-of-forms": where(hasHeader("content-type", /form/), unverified),
      "verifies-no-signatures-of-plain-bytes": where(
        hasHeader("content-type", "application/octet-stream"),
        unverified,
      ),
      "trusts-unsigned-requests-of-this-machine": where(
        hasHeader("x-forwarded-for", "127.0.0.1"),
        unverified,
      ),
      "lets-a-header-choose-no-algorithm": where(hasHeader("x-signature-algorithm", "none"), unverified),
      "verifies-no-signatures-of-disables-with-a-body": where(all(isDisable, hasBody), unverified),
      "verifies-signatures-at-exact-paths-only": together(
        atOtherPaths,
        where(({ path }) => path.endsWith("/"), unverified),
      ),
      "verifies-no-signatures-where-the-path-is-escaped": together(
        readingPaths(decodeURI),
        where(({ path }) => path.includes("%"), unverified),
      ),
    },
    "signature.two-keys": {
      "checks-the-first-key-and-acts-for-the-last": actingForAnotherKey(0, -1),
      "checks-the-last-key-and-acts-for-the-first": actingForAnotherKey(-1, 0),
    },
  },
  { mode: "signed" },
);
