import type { Call } from "../../../lib/reference/call.ts";
import { mutant, type Change } from "../../../lib/reference/mutant.ts";
import { atOtherPaths } from "../../../lib/reference/faults.ts";
import { readingPaths } from "./faults.ts";

/** Serves one merchant, by place, to requests with a wrong key or none where `when` says so. */
function open(when: (call: Call) => boolean, place = 0): Change {
  return ({ authentication }) => ({
    authentication: {
      authenticate: (call) => {
        const caller = authentication.authenticate(call);
        const known = call.merchants[place];
        return "refused" in caller && known !== undefined && when(call) ? known : caller;
      },
    },
  });
}

const holds = (header: string, value?: string) => (call: Call) =>
  value === undefined ? call.headers.has(header) : call.headers.get(header) === value;
const opens = (name: string, change: Change, choices = {}) =>
  mutant(name, "api-key.no-detour", change, { choices });

export const keyDetourMutants = [
  opens("trusts-a-header-that-names-a-merchant", open(holds("x-merchant-id"))),
  opens("trusts-a-header-that-names-a-user-for-the-second-merchant", open(holds("x-user-id"), 1)),
  opens("trusts-an-address-in-a-header", open(holds("x-forwarded-for", "127.0.0.1"), 1)),
  opens("trusts-the-address-of-a-proxy", open(holds("x-real-ip", "127.0.0.1"))),
  opens("looks-at-the-path-in-a-header", open(holds("x-original-url", "/"))),
  opens("takes-the-word-null-for-a-token", open(holds("authorization", "Bearer null"))),
  opens(
    "wants-no-key-where-there-is-a-query-string",
    open(({ query }) => query !== "", 1),
  ),
  opens(
    "wants-keys-for-posts-only",
    open(({ method }) => method !== "POST"),
    { otherMethods: "served" },
  ),
  ...Object.entries({
    "guards-no-path-with-a-slash-at-its-end": /\/$/,
    "guards-no-path-with-a-double-slash": /\/\//,
    "guards-no-path-with-a-parameter": /;/,
    "guards-no-path-in-upper-case": /[A-Z]/,
  }).map(([name, spelling]) =>
    opens(name, (rules) => ({
      ...atOtherPaths(rules),
      ...open(({ path }) => spelling.test(path))(rules),
    })),
  ),
  ...Object.entries({
    "guards-no-path-with-an-escaped-letter": (path: string) => path.replace("%71", "q"),
    "guards-no-path-with-a-backslash": (path: string) => path.replace("\\", "/"),
    "guards-no-path-with-dot-segments": (path: string) => path.replace("x/../", ""),
    "guards-no-path-with-a-suffix": (path: string) => path.replace(/\.json$/, ""),
    "guards-one-version-and-serves-others": (path: string) => path.replace(/\/v\d+\//, "/v1/"),
    "guards-no-path-without-the-prefix": (path: string) => path.replace(/^\/webhook/, "/abc/v1/webhook"),
  }).map(([name, read]) =>
    opens(name, (rules) => ({
      ...readingPaths(read)(rules),
      ...open(({ path }) => read(path) !== path)(rules),
    })),
  ),
  opens("trusts-an-address-in-the-header-forwarded", open(holds("forwarded"))),
  opens("takes-any-cookie-for-a-session", open(holds("cookie"), 1)),
  opens("trusts-what-comes-from-a-page-of-its-own", open(holds("origin"))),
  opens("wants-no-key-where-another-method-is-meant", open(holds("x-http-method-override"), 1)),
  opens("wants-no-key-on-a-connection-that-ends", open(holds("connection", "close"))),
  opens(
    "wants-no-key-before-other-origins-ask",
    open(({ method }) => method === "OPTIONS"),
    { otherMethods: "served" },
  ),
  opens(
    "wants-no-key-for-forms",
    open(({ headers }) => /^multipart|form-urlencoded/.test(headers.get("content-type") ?? "")),
  ),
  opens("wants-no-key-for-xml", open(holds("content-type", "application/xml"))),
  opens(
    "wants-no-key-where-a-body-is-above-64-kib",
    open(({ body }) => body.length > 65_536),
  ),
  opens("wants-no-key-where-a-zero-byte-ends-the-path", (rules) => ({
    ...readingPaths((path) => path.replace(/%00$/, ""))(rules),
    ...open(({ path }) => path.endsWith("%00"))(rules),
  })),
  opens(
    "wants-no-key-where-a-body-is-above-8-kib",
    open(({ body }) => body.length > 8192, 1),
  ),
];
