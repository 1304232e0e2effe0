import type { Call } from "../../../lib/reference/call.ts";
import { changing, instead, where } from "../../../lib/reference/changes.ts";
import {
  all,
  answering,
  bodyOf,
  hasHeader,
  isDisable,
  isRegister,
  jsonOf,
  not,
} from "../../../lib/reference/faults.ts";
import { type Change, only, onlySigned, toMutants } from "../../../lib/reference/mutant.ts";
import { refusal, success } from "../../../lib/reference/outcome.ts";
import { open } from "../../auth/api-key/faults.ts";
import { always, sending } from "../../../lib/reference/rewriting.ts";

/** Takes some spellings of JSON for no JSON. */
const misreading = (spelling: RegExp): Change =>
  where(
    (call) => spelling.test(bodyOf(call)),
    instead("body.readRegister", () => refusal("malformed-body")),
  );

const refusing: Change = instead("flow.perform", () => refusal("content-type"));

/** Sends who is refused to a page, as frameworks do whose routes are made for browsers. */
const toTheLogin: Change = changing("flow.respond", (response) =>
  response.status === 401 ? Response.redirect("https://login.issuer.example/", 302) : response,
);

export const dialectMutants = toMutants({
  "dialects.json-spelling": {
    "reads-no-escaped-slashes": misreading(/\\\//),
    "reads-no-escaped-letters": misreading(/\\u/),
    "reads-no-escapes-in-upper-case": misreading(/\\u006B/),
    "reads-json-in-one-line-only": misreading(/\{\s*\n/),
    "reads-no-tabs-between-tokens": misreading(/\t/),
    "reads-no-blank-before-a-colon": misreading(/"\s+:/),
    "reads-no-line-break-behind-json": misreading(/\s$/),
    "reads-no-white-space-before-json": misreading(/^\s/),
    "verifies-the-json-that-it-writes-itself": onlySigned(
      changing("signature.signedParts", (usual, call) => ({
        ...usual,
        body: Buffer.from(rewritten(call)),
      })),
    ),
  },
  "dialects.chunked": {
    "reads-chunked-bodies-as-empty-and-says-true": where(
      hasHeader("transfer-encoding"),
      answering("register", success(true)),
    ),
  },
  "dialects.accept": {
    "wants-an-accept-header": where(not(hasHeader("accept")), refusing),
    "wants-an-accept-header-of-registers": where(all(isRegister, not(hasHeader("accept"))), refusing),
    "wants-json-by-name-in-the-accept-header": where(
      all(hasHeader("accept"), not(hasHeader("accept", /json/))),
      refusing,
    ),
  },
  "dialects.refusals": {
    "redirects-refused-requests-unless-json-is-named": where(not(hasHeader("accept", /json/)), toTheLogin),
    "redirects-refused-disables-of-browsers": where(
      all(isDisable, hasHeader("accept", /text\/html/)),
      toTheLogin,
    ),
    "wants-no-key-where-anything-is-accepted": where(hasHeader("accept", /^\*\/\*$/), open),
    "redirects-refused-queries-of-browsers": where(hasHeader("accept", /text\/html/), toTheLogin),
  },
  "dialects.client-headers": {
    "compresses-where-asked-and-does-not-say-so": only(
      { choices: { contentEncoding: "gzip-when-asked" } },
      changing("flow.respond", (response) => {
        response.headers.delete("content-encoding");
        return response;
      }),
    ),
    "says-that-it-compresses-where-asked-and-does-not": where(
      hasHeader("accept-encoding", /gzip/),
      changing("flow.respond", (response) => {
        response.headers.set("content-encoding", "gzip");
        return response;
      }),
    ),
    "answers-in-utf-16-where-chinese-is-asked-for": where(
      hasHeader("accept-language", /^zh/),
      sending(always, (text) => Uint8Array.from(Buffer.from(text, "utf16le"))),
    ),
    "refuses-who-wants-nothing-from-a-cache": where(hasHeader("cache-control", /no-cache/), refusing),
    "refuses-traced-requests": where(hasHeader("traceparent", /./), refusing),
  },
  "dialects.client-names": {
    "refuses-clients-named-curl": where(hasHeader("user-agent", /^curl/), refusing),
    "refuses-clients-named-java": where(hasHeader("user-agent", /^Java/), refusing),
  },
  "dialects.expect-continue": {
    "refuses-what-expects-to-continue": where(hasHeader("expect", /100/), refusing),
  },
});

function rewritten(call: Call): string {
  const value = jsonOf(call);
  return value === undefined ? bodyOf(call) : JSON.stringify(value);
}
