import type { Call } from "../../../lib/reference/call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { atOtherPaths } from "../../../lib/reference/faults.ts";
import { readingPaths } from "./faults.ts";
import { changing } from "../../../lib/reference/changes.ts";

/** Serves one merchant, by place, to requests with a wrong key or none where `when` says so. */
function open(when: (call: Call) => boolean, place = 0): Change {
  return changing("authentication.authenticate", (caller, call) => {
    const known = call.merchants[place];
    return "refused" in caller && known !== undefined && when(call) ? known : caller;
  });
}

const holds = (header: string, value?: string) => (call: Call) =>
  value === undefined ? call.headers.has(header) : call.headers.get(header) === value;

/** Serves one merchant at paths of this spelling. */
const unguarded =
  (spelling: RegExp): Change =>
  (rules) => ({
    ...atOtherPaths(rules),
    ...open(({ path }) => spelling.test(path))(rules),
  });

/** Serves one merchant at paths that it reads otherwise than they are written. */
const misread =
  (read: (path: string) => string): Change =>
  (rules) => ({
    ...readingPaths(read)(rules),
    ...open(({ path }) => read(path) !== path)(rules),
  });

export const keyDetourMutants = toMutants({
  "api-key.no-detour": {
    "trusts-a-header-that-names-a-merchant": open(holds("x-merchant-id")),
    "trusts-a-header-that-names-a-user-for-the-second-merchant": open(holds("x-user-id"), 1),
    "trusts-an-address-in-a-header": open(holds("x-forwarded-for", "127.0.0.1"), 1),
    "trusts-the-address-of-a-proxy": open(holds("x-real-ip", "127.0.0.1")),
    "looks-at-the-path-in-a-header": open(holds("x-original-url", "/")),
    "takes-the-word-null-for-a-token": open(holds("authorization", "Bearer null")),
    "wants-no-key-where-there-is-a-query-string": open(({ query }) => query !== "", 1),
    "wants-keys-for-posts-only": only(
      { choices: { otherMethods: "served" } },
      open(({ method }) => method !== "POST"),
    ),
    "guards-no-path-with-a-slash-at-its-end": unguarded(/\/$/),
    "guards-no-path-with-a-double-slash": unguarded(/\/\//),
    "guards-no-path-with-a-parameter": unguarded(/;/),
    "guards-no-path-in-upper-case": unguarded(/[A-Z]/),
    "guards-no-path-with-an-escaped-letter": misread((path) => path.replace("%71", "q")),
    "guards-no-path-with-a-backslash": misread((path) => path.replace("\\", "/")),
    "guards-no-path-with-dot-segments": misread((path) => path.replace("x/../", "")),
    "guards-no-path-with-a-suffix": misread((path) => path.replace(/\.json$/, "")),
    "guards-one-version-and-serves-others": misread((path) => path.replace(/\/v\d+\//, "/v1/")),
    "guards-no-path-without-the-prefix": misread((path) => path.replace(/^\/webhook/, "/abc/v1/webhook")),
    "trusts-an-address-in-the-header-forwarded": open(holds("forwarded")),
    "takes-any-cookie-for-a-session": open(holds("cookie"), 1),
    "trusts-what-comes-from-a-page-of-its-own": open(holds("origin")),
    "wants-no-key-where-another-method-is-meant": open(holds("x-http-method-override"), 1),
    "wants-no-key-on-a-connection-that-ends": open(holds("connection", "close")),
    "wants-no-key-before-other-origins-ask": only(
      { choices: { otherMethods: "served" } },
      open(({ method }) => method === "OPTIONS"),
    ),
    "wants-no-key-for-forms": open(({ headers }) =>
      /^multipart|form-urlencoded/.test(headers.get("content-type") ?? ""),
    ),
    "wants-no-key-for-xml": open(holds("content-type", "application/xml")),
    "wants-no-key-where-a-body-is-above-64-kib": open(({ body }) => body.length > 65_536),
    "wants-no-key-where-a-zero-byte-ends-the-path": (rules) => ({
      ...readingPaths((path) => path.replace(/%00$/, ""))(rules),
      ...open(({ path }) => path.endsWith("%00"))(rules),
    }),
    "wants-no-key-where-a-body-is-above-8-kib": open(({ body }) => body.length > 8192, 1),
  },
});
