import { together, where } from "../../../lib/reference/changes.ts";
import {
  all,
  atOtherPaths,
  bodyOf,
  hasBodyAbove,
  hasHeader,
  hasMethod,
  hasQueryString,
  isDisable,
  isQuery,
  isRegister,
  not,
} from "../../../lib/reference/faults.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { carryingOut, refused } from "../../../lib/reference/rewriting.ts";
import { inBody, inHeaders, inQuery, named } from "../../webhook/isolation/faults.ts";
import {
  idempotencyKey,
  keepingAnswersBy,
  open,
  openTo,
  openToTheSecond,
  readingPaths,
  settingCookies,
} from "./faults.ts";

/** Serves the first merchant at paths of this spelling. */
const unguarded = (spelling: RegExp): Change =>
  together(
    atOtherPaths,
    where(({ path }) => spelling.test(path), open),
  );

/** Serves the first merchant at paths that it reads otherwise than they are written. */
const misread = (read: (path: string) => string): Change =>
  together(
    readingPaths(read),
    where(({ path }) => read(path) !== path, open),
  );

/** Faults of a server that lets a request without a key in where something else is in it. */
export const keyDetourMutants = toMutants({
  "api-key.no-detour": {
    "trusts-a-header-that-names-a-merchant": where(hasHeader("x-merchant-id"), open),
    "trusts-a-header-that-names-a-user-for-the-second-merchant": where(
      hasHeader("x-user-id"),
      openToTheSecond,
    ),
    "trusts-an-address-in-a-header": where(hasHeader("x-forwarded-for", "127.0.0.1"), openToTheSecond),
    "trusts-the-address-of-a-proxy": where(hasHeader("x-real-ip", "127.0.0.1"), open),
    "trusts-whoever-belongs-to-a-trace": where(hasHeader("x-request-id"), open),
    "takes-any-key-in-the-body": where((call) => /"api_?[kK]ey"/.test(bodyOf(call)), open),
    "looks-at-the-path-in-a-header": where(hasHeader("x-original-url", "/"), open),
    "takes-the-word-null-for-a-token": where(hasHeader("authorization", "Bearer null"), open),
    "wants-no-key-where-there-is-a-query-string": where(hasQueryString, openToTheSecond),
    "guards-no-path-with-a-slash-at-its-end": unguarded(/\/$/),
    "guards-no-path-with-a-double-slash": unguarded(/\/\//),
    "guards-no-path-with-a-parameter": unguarded(/;/),
    "guards-no-path-with-a-parameter-behind-the-version": misread((path) => path.replace(";a=b/", "/")),
    "guards-no-path-in-upper-case": unguarded(/[A-Z]/),
    "guards-no-disable-with-a-slash-at-its-end": unguarded(/\/disable\/$/),
    "guards-no-path-with-an-escaped-letter": misread((path) => path.replace("%71", "q")),
    "guards-no-path-with-a-backslash": misread((path) => path.replace("\\", "/")),
    "guards-no-path-with-dot-segments": misread((path) => path.replace("x/../", "")),
    "guards-no-path-with-a-suffix": misread((path) => path.replace(/\.json$/, "")),
    "guards-one-version-and-serves-others": misread((path) => path.replace(/\/v\d+\//, "/v1/")),
    "guards-no-path-without-the-prefix": misread((path) => path.replace(/^\/webhook/, "/abc/v1/webhook")),
    "wants-no-key-where-a-zero-byte-ends-the-path": misread((path) => path.replace(/%00$/, "")),
    "trusts-an-address-in-the-header-forwarded": where(hasHeader("forwarded"), open),
    "takes-any-cookie-for-a-session": where(hasHeader("cookie"), openToTheSecond),
    "trusts-what-comes-from-a-page-of-its-own": where(hasHeader("origin"), open),
    "wants-no-key-where-another-method-is-meant": where(hasHeader("x-http-method-override"), openToTheSecond),
    "wants-no-key-without-an-accept-header": where(not(hasHeader("accept")), open),
    "wants-no-key-on-a-connection-that-ends": where(hasHeader("connection", "close"), open),
    "wants-no-key-for-forms": where(hasHeader("content-type", /^multipart|form-urlencoded/), open),
    "wants-no-key-for-xml": where(hasHeader("content-type", "application/xml"), open),
    "wants-no-key-where-a-body-is-above-64-kib": where(hasBodyAbove(65_536), open),
    "wants-no-key-where-a-body-is-above-8-kib": where(hasBodyAbove(8192), openToTheSecond),
    "trusts-private-addresses": where(hasHeader("x-forwarded-for", "10.0.0.5"), open),
    "trusts-private-addresses-on-disable": where(all(isDisable, hasHeader("x-forwarded-for", /^10\./)), open),
    "takes-an-unsigned-token": where(hasHeader("authorization", /^Bearer eyJ.*\.$/), open),
    "takes-any-password": where(all(isDisable, hasHeader("authorization", /^Basic /)), open),
    "trusts-whoever-calls-itself-internal": where(hasHeader("x-internal", "true"), open),
    "trusts-a-certificate-in-a-header": where(hasHeader("x-ssl-client-verify", "SUCCESS"), open),
    "wants-no-key-of-this-host": where(hasHeader("host", "localhost"), open),
    "wants-no-key-for-plain-text": where(hasHeader("content-type", "text/plain"), open),
    "takes-a-session-for-a-key": settingCookies({ on: isQuery }),
    "takes-a-session-for-a-key-on-disable": settingCookies({ on: isRegister, for: isDisable }),
    "wants-no-key-of-a-health-check": where(all(isDisable, hasHeader("user-agent", /^kube-probe/)), open),
    "wants-no-key-for-compressed-bodies": where(hasHeader("content-encoding", "gzip"), open),
    "wants-no-key-for-bodies-in-chunks": where(hasHeader("transfer-encoding", "chunked"), open),
    "looks-for-an-idempotency-key-before-the-api-key": keepingAnswersBy(
      idempotencyKey,
      not(hasHeader("x-api-key")),
    ),
    "keeps-answers-by-the-query-string": keepingAnswersBy((call) =>
      isQuery(call) && call.query !== "" ? call.query : undefined,
    ),
    "wants-no-key-where-a-test-is-meant": where(({ query }) => query.includes("debug=true"), open),
    "disables-and-refuses-where-there-is-a-query-string": where(
      all(isDisable, hasQueryString),
      carryingOut(refused),
    ),
  },
});

/** Faults of a server that serves other methods than POST. */
export const methodDetourMutants = toMutants(
  {
    "api-key.no-detour": {
      "wants-keys-for-posts-only": where(not(hasMethod("POST")), open),
      "wants-no-key-before-other-origins-ask": where(hasMethod("OPTIONS"), open),
      "wants-no-key-for-the-method-patch": where(hasMethod("PATCH"), open),
      "wants-no-key-for-the-method-delete": where(hasMethod("DELETE"), open),
      "wants-no-key-for-the-method-put": where(hasMethod("PUT"), open),
      "wants-no-key-for-the-method-get": where(hasMethod("GET"), open),
      "disables-by-the-method-head-without-a-key": where(hasMethod("HEAD"), openToTheSecond),
    },
  },
  { choices: { otherMethods: "served" } },
);

const withoutKey = (change: Change): Change => where(not(hasHeader("x-api-key")), change);

/** Faults of a server that takes the name of a merchant for a credential. */
export const namedDetourMutants = toMutants({
  "api-key.no-detour": {
    "takes-the-merchant-from-the-body-without-a-key": withoutKey(openTo(inBody)),
    "takes-the-merchant-from-the-query-string-without-a-key": withoutKey(openTo(inQuery)),
    "takes-the-merchant-from-a-header-without-a-key": withoutKey(openTo(inHeaders)),
    "takes-the-merchant-of-register-from-the-body": where(isRegister, openTo(inBody)),
    "takes-the-merchant-of-register-from-the-query-string": where(isRegister, openTo(inQuery)),
    "takes-the-merchant-of-register-from-a-header": where(isRegister, openTo(inHeaders)),
    "takes-the-merchant-of-query-from-the-body": where(isQuery, openTo(inBody)),
    "takes-the-merchant-of-query-from-the-query-string": where(isQuery, openTo(inQuery)),
    "takes-the-merchant-of-query-from-a-header": where(isQuery, openTo(inHeaders)),
    "takes-the-merchant-of-disable-from-the-body": where(isDisable, openTo(inBody)),
    "takes-the-merchant-of-disable-from-the-query-string": where(isDisable, openTo(inQuery)),
    "takes-the-merchant-of-disable-from-a-header": where(isDisable, openTo(inHeaders)),
    "trusts-a-user-whom-a-proxy-names": withoutKey(where(hasHeader("x-remote-user", /./), openTo(inHeaders))),
    "finds-the-merchant-in-the-path": together(
      readingPaths((path) => path.replace(/\/M[^/]*$/, "")),
      openTo((call) => named(call, [call.path.replace(/^.*\//, "")])),
    ),
  },
});
