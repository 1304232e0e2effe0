import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { atOtherPaths } from "../../../lib/reference/faults.ts";
import { mutant, type Change, type Mutant } from "../../../lib/reference/mutant.ts";
import { headerValues, is, membersOf, named, queryValues } from "../../webhook/isolation/faults.ts";
import { readingPaths, settingCookies } from "./faults.ts";

type Owner = ReferenceMerchant | undefined;

/** Serves the merchant whom a request without a valid key leads to. */
const openTo =
  (find: (call: Call) => Owner): Change =>
  ({ authentication }) => ({
    authentication: {
      authenticate: (call) => {
        const caller = authentication.authenticate(call);
        return "refused" in caller ? (find(call) ?? caller) : caller;
      },
    },
  });

const opens = (name: string, change: Change, choices: Mutant["choices"] = {}) =>
  mutant(name, "api-key.no-detour", change, { choices });

const inBody = (call: Call) => named(call, membersOf(call.body));
const inQuery = (call: Call) => named(call, queryValues(call));
const inHeader = (call: Call) => named(call, headerValues(call));
const first = ({ merchants }: Call) => merchants[0];
const only =
  (operation: string, find: (call: Call) => Owner) =>
  (call: Call): Owner =>
    is(operation, call) ? find(call) : undefined;
const header =
  (name: string, value: string | RegExp, find: (call: Call) => Owner = first) =>
  (call: Call): Owner => {
    const text = call.headers.get(name) ?? "";
    return (typeof value === "string" ? text === value : value.test(text)) ? find(call) : undefined;
  };
const withoutKey =
  (find: (call: Call) => Owner) =>
  (call: Call): Owner =>
    call.headers.has("x-api-key") ? undefined : find(call);

/** Faults of a server that takes the name of a merchant, or of a machine, for a credential. */
export const namedDetourMutants = [
  opens("takes-the-merchant-from-the-body-without-a-key", openTo(withoutKey(inBody))),
  opens("takes-the-merchant-from-the-query-string-without-a-key", openTo(withoutKey(inQuery))),
  opens("takes-the-merchant-from-a-header-without-a-key", openTo(withoutKey(inHeader))),
  ...(["register", "query", "disable"] as const).flatMap((operation) => [
    opens(`takes-the-merchant-of-${operation}-from-the-body`, openTo(only(operation, inBody))),
    opens(`takes-the-merchant-of-${operation}-from-the-query-string`, openTo(only(operation, inQuery))),
    opens(`takes-the-merchant-of-${operation}-from-a-header`, openTo(only(operation, inHeader))),
  ]),
  opens("guards-no-disable-with-a-slash-at-its-end", (rules) => ({
    ...atOtherPaths(rules),
    ...openTo((call) => (call.path.endsWith("/disable/") ? call.merchants[0] : undefined))(rules),
  })),
  ...["PATCH", "DELETE", "PUT", "GET"].map((method) =>
    opens(
      `wants-no-key-for-the-method-${method.toLowerCase()}`,
      openTo((call) => (call.method === method ? call.merchants[0] : undefined)),
      { otherMethods: "served" },
    ),
  ),
  opens(
    "disables-by-the-method-head-without-a-key",
    openTo((call) => (call.method === "HEAD" ? call.merchants[1] : undefined)),
    { otherMethods: "served" },
  ),
  opens("trusts-a-user-whom-a-proxy-names", openTo(withoutKey(header("x-remote-user", /./, inHeader)))),
  opens("trusts-private-addresses", openTo(header("x-forwarded-for", "10.0.0.5"))),
  opens("trusts-private-addresses-on-disable", openTo(only("disable", header("x-forwarded-for", /^10\./)))),
  opens("takes-an-unsigned-token", openTo(header("authorization", /^Bearer eyJ.*\.$/))),
  opens("takes-any-password", openTo(only("disable", header("authorization", /^Basic /)))),
  opens("trusts-whoever-calls-itself-internal", openTo(header("x-internal", "true"))),
  opens("trusts-a-certificate-in-a-header", openTo(header("x-ssl-client-verify", "SUCCESS"))),
  opens("wants-no-key-of-this-host", openTo(header("host", "localhost"))),
  opens("wants-no-key-for-plain-text", openTo(header("content-type", "text/plain"))),
  opens("takes-a-session-for-a-key", settingCookies({ on: "query" })),
  opens("takes-a-session-for-a-key-on-disable", settingCookies({ on: "register", for: "disable" })),
  opens("finds-the-merchant-in-the-path", (rules) => ({
    ...readingPaths((path) => path.replace(/\/M[^/]*$/, ""))(rules),
    ...openTo((call) => named(call, [call.path.replace(/^.*\//, "")]))(rules),
  })),
  opens("wants-no-key-of-a-health-check", openTo(only("disable", header("user-agent", /^kube-probe/)))),
  opens("wants-no-key-for-compressed-bodies", openTo(header("content-encoding", "gzip"))),
  opens("wants-no-key-for-bodies-in-chunks", openTo(header("transfer-encoding", "chunked"))),
  opens(
    "wants-no-key-where-a-test-is-meant",
    openTo((call) => (call.query.includes("debug=true") ? call.merchants[0] : undefined)),
  ),
  opens("disables-and-refuses-where-there-is-a-query-string", ({ flow }) => ({
    flow: {
      perform: async (call) => {
        const outcome = await flow.perform(call);
        const owner = call.merchants[0];
        const isDoor = outcome.refused && is("disable", call) && call.query !== "";
        if (isDoor && owner !== undefined) await call.rules.disable.perform(call, owner);
        return outcome;
      },
    },
  })),
];
