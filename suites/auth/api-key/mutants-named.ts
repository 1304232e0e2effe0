import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { atOtherPaths } from "../../../lib/reference/faults.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { headerValues, is, membersOf, named, queryValues } from "../../webhook/isolation/faults.ts";
import { readingPaths, settingCookies } from "./faults.ts";
import { changing } from "../../../lib/reference/changes.ts";

type Owner = ReferenceMerchant | undefined;

/** Serves the merchant whom a request without a valid key leads to. */
const openTo = (find: (call: Call) => Owner): Change =>
  changing("authentication.authenticate", (caller, call) =>
    "refused" in caller ? (find(call) ?? caller) : caller,
  );

const inBody = (call: Call) => named(call, membersOf(call.body));
const inQuery = (call: Call) => named(call, queryValues(call));
const inHeader = (call: Call) => named(call, headerValues(call));
const first = ({ merchants }: Call) => merchants[0];
const on =
  (operation: string, find: (call: Call) => Owner) =>
  (call: Call): Owner =>
    is(operation, call) ? find(call) : undefined;
const header =
  (name: string, value: string | RegExp, find: (call: Call) => Owner = first) =>
  (call: Call): Owner => {
    const text = call.headers.get(name) ?? "";
    return (typeof value === "string" ? text === value : value.test(text)) ? find(call) : undefined;
  };
const method = (name: string) => (call: Call) => (call.method === name ? call.merchants[0] : undefined);
const withoutKey =
  (find: (call: Call) => Owner) =>
  (call: Call): Owner =>
    call.headers.has("x-api-key") ? undefined : find(call);

/** Faults of a server that takes the name of a merchant, or of a machine, for a credential. */
export const namedDetourMutants = toMutants({
  "api-key.no-detour": {
    "takes-the-merchant-from-the-body-without-a-key": openTo(withoutKey(inBody)),
    "takes-the-merchant-from-the-query-string-without-a-key": openTo(withoutKey(inQuery)),
    "takes-the-merchant-from-a-header-without-a-key": openTo(withoutKey(inHeader)),
    "takes-the-merchant-of-register-from-the-body": openTo(on("register", inBody)),
    "takes-the-merchant-of-register-from-the-query-string": openTo(on("register", inQuery)),
    "takes-the-merchant-of-register-from-a-header": openTo(on("register", inHeader)),
    "takes-the-merchant-of-query-from-the-body": openTo(on("query", inBody)),
    "takes-the-merchant-of-query-from-the-query-string": openTo(on("query", inQuery)),
    "takes-the-merchant-of-query-from-a-header": openTo(on("query", inHeader)),
    "takes-the-merchant-of-disable-from-the-body": openTo(on("disable", inBody)),
    "takes-the-merchant-of-disable-from-the-query-string": openTo(on("disable", inQuery)),
    "takes-the-merchant-of-disable-from-a-header": openTo(on("disable", inHeader)),
    "guards-no-disable-with-a-slash-at-its-end": (rules) => ({
      ...atOtherPaths(rules),
      ...openTo((call) => (call.path.endsWith("/disable/") ? call.merchants[0] : undefined))(rules),
    }),
    "wants-no-key-for-the-method-patch": only(
      { choices: { otherMethods: "served" } },
      openTo(method("PATCH")),
    ),
    "wants-no-key-for-the-method-delete": only(
      { choices: { otherMethods: "served" } },
      openTo(method("DELETE")),
    ),
    "wants-no-key-for-the-method-put": only({ choices: { otherMethods: "served" } }, openTo(method("PUT"))),
    "wants-no-key-for-the-method-get": only({ choices: { otherMethods: "served" } }, openTo(method("GET"))),
    "disables-by-the-method-head-without-a-key": only(
      { choices: { otherMethods: "served" } },
      openTo((call) => (call.method === "HEAD" ? call.merchants[1] : undefined)),
    ),
    "trusts-a-user-whom-a-proxy-names": openTo(withoutKey(header("x-remote-user", /./, inHeader))),
    "trusts-private-addresses": openTo(header("x-forwarded-for", "10.0.0.5")),
    "trusts-private-addresses-on-disable": openTo(on("disable", header("x-forwarded-for", /^10\./))),
    "takes-an-unsigned-token": openTo(header("authorization", /^Bearer eyJ.*\.$/)),
    "takes-any-password": openTo(on("disable", header("authorization", /^Basic /))),
    "trusts-whoever-calls-itself-internal": openTo(header("x-internal", "true")),
    "trusts-a-certificate-in-a-header": openTo(header("x-ssl-client-verify", "SUCCESS")),
    "wants-no-key-of-this-host": openTo(header("host", "localhost")),
    "wants-no-key-for-plain-text": openTo(header("content-type", "text/plain")),
    "takes-a-session-for-a-key": settingCookies({ on: "query" }),
    "takes-a-session-for-a-key-on-disable": settingCookies({ on: "register", for: "disable" }),
    "finds-the-merchant-in-the-path": (rules) => ({
      ...readingPaths((path) => path.replace(/\/M[^/]*$/, ""))(rules),
      ...openTo((call) => named(call, [call.path.replace(/^.*\//, "")]))(rules),
    }),
    "wants-no-key-of-a-health-check": openTo(on("disable", header("user-agent", /^kube-probe/))),
    "wants-no-key-for-compressed-bodies": openTo(header("content-encoding", "gzip")),
    "wants-no-key-for-bodies-in-chunks": openTo(header("transfer-encoding", "chunked")),
    "wants-no-key-where-a-test-is-meant": openTo((call) =>
      call.query.includes("debug=true") ? call.merchants[0] : undefined,
    ),
    "disables-and-refuses-where-there-is-a-query-string": changing("flow.perform", async (outcome, call) => {
      const owner = call.merchants[0];
      const isDoor = outcome.refused && is("disable", call) && call.query !== "";
      if (isDoor && owner !== undefined) await call.rules.disable.perform(call, owner);
      return outcome;
    }),
  },
});
