import type { Call } from "../../../lib/reference/call.ts";
import { mutant, type Change } from "../../../lib/reference/mutant.ts";
import { atOtherPaths } from "../../../lib/reference/faults.ts";
import { readingPaths } from "../api-key/faults.ts";
import { is, SIGNED, unverified } from "./faults.ts";

const unlessDetoured = (name: string, change: Change, choices = {}) =>
  mutant(name, "signature.no-detour", change, { ...SIGNED, choices });

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

export const signatureDetourMutants = [
  unlessDetoured(
    "verifies-signatures-of-posts-only",
    unverified(({ method }) => method !== "POST"),
    { otherMethods: "served" },
  ),
  unlessDetoured(
    "verifies-no-signatures-beside-a-query-string",
    unverified(({ query }) => query !== ""),
  ),
  unlessDetoured(
    "verifies-signatures-of-plain-json-only",
    unverified(({ headers }) => headers.get("content-type")?.includes(";") === true),
  ),
  unlessDetoured(
    "verifies-no-signatures-of-bodies-above-a-kibibyte",
    unverified(({ body }) => body.length > 1024),
  ),
  unlessDetoured(
    "verifies-no-signatures-of-bodies-in-chunks",
    unverified(({ headers }) => headers.get("transfer-encoding") === "chunked"),
  ),
  unlessDetoured(
    "verifies-no-signatures-of-compressed-bodies",
    unverified(({ headers }) => headers.has("content-encoding")),
  ),
  unlessDetoured(
    "verifies-no-signatures-of-forms",
    unverified(({ headers }) => headers.get("content-type")?.includes("form") === true),
  ),
  unlessDetoured(
    "verifies-no-signatures-of-plain-bytes",
    unverified(({ headers }) => headers.get("content-type") === "application/octet-stream"),
  ),
  unlessDetoured(
    "trusts-unsigned-requests-of-this-machine",
    unverified(({ headers }) => headers.get("x-forwarded-for") === "127.0.0.1"),
  ),
  unlessDetoured(
    "lets-a-header-choose-no-algorithm",
    unverified(({ headers }) => headers.get("x-signature-algorithm") === "none"),
  ),
  unlessDetoured(
    "verifies-no-signatures-of-disables-with-a-body",
    unverified((call) => is("disable")(call) && call.body.length > 0),
  ),
  unlessDetoured("verifies-signatures-at-exact-paths-only", (rules) => ({
    ...atOtherPaths(rules),
    ...unverified(({ path }) => path.endsWith("/"))(rules),
  })),
  unlessDetoured("verifies-no-signatures-where-the-path-is-escaped", (rules) => ({
    ...readingPaths((path) => decodeURI(path))(rules),
    ...unverified(({ path }) => path.includes("%"))(rules),
  })),
  mutant(
    "checks-the-first-key-and-acts-for-the-last",
    "signature.two-keys",
    actingForAnotherKey(0, -1),
    SIGNED,
  ),
  mutant(
    "checks-the-last-key-and-acts-for-the-first",
    "signature.two-keys",
    actingForAnotherKey(-1, 0),
    SIGNED,
  ),
];
