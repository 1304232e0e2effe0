import type { Call } from "../../../lib/reference/call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { atOtherPaths } from "../../../lib/reference/faults.ts";
import { readingPaths } from "../api-key/faults.ts";
import { is, unverified } from "./faults.ts";

const keysOf = ({ headers }: Call): string[] => (headers.get("x-api-key") ?? "").split(", ");

/** One of two keys says who calls, and another for whom. */
const actingForAnotherKey =
  (checked: number, acting: number): Change =>
  ({ authentication }) => ({
    authentication: {
      presentedKey: (call) => keysOf(call).at(checked),
      actsFor: (call, caller) => authentication.merchantOfKey(call, keysOf(call).at(acting) ?? "") ?? caller,
    },
  });

export const signatureDetourMutants = toMutants(
  {
    "signature.no-detour": {
      "verifies-signatures-of-posts-only": only(
        { choices: { otherMethods: "served" } },
        unverified(({ method }) => method !== "POST"),
      ),
      "verifies-no-signatures-beside-a-query-string": unverified(({ query }) => query !== ""),
      "verifies-signatures-of-plain-json-only": unverified(
        ({ headers }) => headers.get("content-type")?.includes(";") === true,
      ),
      "verifies-no-signatures-of-bodies-above-a-kibibyte": unverified(({ body }) => body.length > 1024),
      "verifies-no-signatures-of-bodies-in-chunks": unverified(
        ({ headers }) => headers.get("transfer-encoding") === "chunked",
      ),
      "verifies-no-signatures-of-compressed-bodies": unverified(({ headers }) =>
        headers.has("content-encoding"),
      ),
      "verifies-no-signatures-of-forms": unverified(
        ({ headers }) => headers.get("content-type")?.includes("form") === true,
      ),
      "verifies-no-signatures-of-plain-bytes": unverified(
        ({ headers }) => headers.get("content-type") === "application/octet-stream",
      ),
      "trusts-unsigned-requests-of-this-machine": unverified(
        ({ headers }) => headers.get("x-forwarded-for") === "127.0.0.1",
      ),
      "lets-a-header-choose-no-algorithm": unverified(
        ({ headers }) => headers.get("x-signature-algorithm") === "none",
      ),
      "verifies-no-signatures-of-disables-with-a-body": unverified(
        (call) => is("disable")(call) && call.body.length > 0,
      ),
      "verifies-signatures-at-exact-paths-only": (rules) => ({
        ...atOtherPaths(rules),
        ...unverified(({ path }) => path.endsWith("/"))(rules),
      }),
      "verifies-no-signatures-where-the-path-is-escaped": (rules) => ({
        ...readingPaths((path) => decodeURI(path))(rules),
        ...unverified(({ path }) => path.includes("%"))(rules),
      }),
    },
    "signature.two-keys": {
      "checks-the-first-key-and-acts-for-the-last": actingForAnotherKey(0, -1),
      "checks-the-last-key-and-acts-for-the-first": actingForAnotherKey(-1, 0),
    },
  },
  { mode: "signed" },
);
