import { NonIntegerNumber } from "../../lib/api/json/json.ts";
import type { Call } from "../../lib/reference/call.ts";
import { changing, instead, replacing, where } from "../../lib/reference/changes.ts";
import {
  all,
  atEvery,
  bodyOf,
  everyNth,
  hasBodyAbove,
  hasHeader,
  isDisable,
  isNew,
  isQuery,
  not,
  showing,
} from "../../lib/reference/faults.ts";
import { type Change, only, onlySigned, toMutants } from "../../lib/reference/mutant.ts";
import { renderJson } from "../../lib/reference/render-json.ts";
import { always, member, refused, refusedFor, sending, succeeded } from "../../lib/reference/rewriting.ts";
import { page } from "../../lib/reference/stray-page.ts";
import { explainingRefusedSignatures } from "../auth/signature/faults.ts";

const html = () => "<!doctype html><title>Error</title><h1>Something went wrong</h1>";

const secretOf = ({ merchants }: Call) => merchants[0]?.secret ?? "";

/** Shows the signing secret beside a configuration. */
const showingTheSecretIn = (encoding: BufferEncoding): Change =>
  showing((_shown, _stored, call) => ({
    debug: Buffer.from(`secret=${secretOf(call)}`).toString(encoding),
  }));

/** Answers with a page of something in front of the API. */
const paging = (status: number): Change => instead("flow.respond", () => page(status));
/** Answers with a page of the framework below the API. */
const failing: Change = instead(
  "flow.respond",
  () => new Response("<h1>500</h1>", { status: 500, headers: { "content-type": "text/html" } }),
);

const hasText =
  (text: RegExp) =>
  (call: Call): boolean =>
    text.test(bodyOf(call));
const isUtf8 = ({ body }: Call): boolean => Buffer.from(Buffer.from(body).toString()).equals(body);

export const envelopeMutants = toMutants({
  "envelope.json-object": {
    "answers-refused-keys-in-html": sending(refusedFor("missing-key", "unknown-key"), html),
    "answers-malformed-bodies-in-html": sending(refusedFor("malformed-body"), html),
    "answers-plain-http-in-plain-text": sending(
      refusedFor("not-https"),
      () => "callbackUrl is not an HTTPS URL",
    ),
    "answers-long-urls-with-a-gateway-page": sending(refusedFor("url-too-long"), html),
    "answers-register-with-true-alone": sending(succeeded("register"), () => "true"),
    "answers-disable-with-nothing": sending(succeeded("disable"), () => ""),
    "sends-refusals-in-an-array": sending(refused, (text) => `[${text}]`),
    "sends-refusals-as-a-json-string": sending(refused, (text) => JSON.stringify(text)),
    "sends-null-for-refusals": sending(refused, () => "null"),
    "sends-two-objects-now-and-then": (rules) => sending(everyNth(20), (text) => text + text)(rules),
    "sends-latin-1": only(
      { choices: { wording: "unicode" } },
      sending(refused, (text) => Uint8Array.from(Buffer.from(text.replace("–", "é"), "latin1"))),
    ),
    "does-not-escape-quotes": sending(succeeded("query"), (text) => text.replaceAll(String.raw`\"`, '"')),
    "cuts-answers-at-600-bytes": sending(succeeded("query"), (text) => text.slice(0, 600)),
    "sends-every-answer-in-an-array": sending(always, (text) => `[${text}]`),
    "wraps-every-envelope": sending(always, (text) => `{"response":${text}}`),
    "answers-plain-http-with-a-gateway-page": where(hasText(/"http:\/\/callback/), paging(403)),
    "answers-escapes-with-a-gateway-page": where(hasText(/%/), paging(403)),
    "answers-tildes-with-a-gateway-page": where(hasText(/"https:[^"]*~/), paging(403)),
    "answers-every-eighth-query-with-a-page": where(isQuery, atEvery(8, paging(403))),
    "answers-backslashes-with-a-gateway-page": where(hasText(/\\/), paging(403)),
    "answers-one-in-ten-requests-with-a-page": where(({ number }) => number % 10 === 9, paging(405)),
    "answers-bytes-that-are-no-utf-8-with-a-page": where(not(isUtf8), paging(400)),
    "answers-half-a-character-with-a-page": where(hasText(/\\ud8/i), failing),
    "answers-nul-with-a-page": where(hasText(/\0/), paging(400)),
    "answers-forms-with-a-page": where(hasHeader("content-type", /form/), paging(415)),
    "answers-what-is-not-closed-with-a-page": where(hasText(/^\{"callbackUrl":"[^"]+"$/), paging(500)),
    "begins-with-a-byte-order-mark": sending(always, (text) => `\ufeff${text}`),
  },
  "envelope.code-integer": {
    "sends-code-as-a-string": member("code", () => "0"),
    "sends-symbolic-codes-on-refusals": member("code", () => "INVALID_REQUEST", refused),
    "sends-a-fractional-code": member("code", () => new NonIntegerNumber("400.1"), refused),
    "sends-code-as-a-boolean": member("code", (outcome) => !outcome.refused),
  },
  "envelope.msg-string": {
    "sends-msg-as-a-number": member("msg", () => 0),
    "sends-msg-as-an-object-on-refusals": member("msg", () => ({ field: "callbackUrl" }), refused),
  },
  "envelope.message-string": {
    "sends-message-as-a-boolean": member("message", (outcome) => !outcome.refused),
    "sends-message-as-a-list-on-refusals": member("message", () => ["invalid"], refused),
  },
  "envelope.data-boolean": {
    "sends-true-as-a-string": member("data", () => "true", succeeded("register")),
    "sends-true-as-a-string-on-every-second-disable": where(
      isDisable,
      atEvery(
        2,
        member("data", () => "true", succeeded("disable")),
      ),
    ),
    "sends-true-as-one-on-disable": member("data", () => 1, succeeded("disable")),
    "sends-register-data-as-an-object": member("data", () => ({ success: true }), succeeded("register")),
    "answers-the-creation-with-the-configuration": where(
      isNew,
      replacing("register.perform", (perform) => async (call, owner) => {
        const outcome = await perform(call, owner);
        return outcome.refused ? outcome : call.rules.query.perform(call, owner);
      }),
    ),
  },
  "envelope.data-object": {
    "sends-the-configuration-in-a-list": changing("query.perform", (outcome) =>
      outcome.refused ? outcome : { ...outcome, data: [outcome.data ?? null] },
    ),
    "sends-the-configuration-as-json-text": changing("query.perform", (outcome) =>
      outcome.refused ? outcome : { ...outcome, data: renderJson(outcome.data ?? null, "compact") },
    ),
    "sends-the-configuration-as-text": member("data", () => "{}", succeeded("query")),
  },
  "envelope.keeps-secrets": {
    "suggests-the-right-key": member(
      "msg",
      (_outcome, { merchants: [first] }) => `Did you mean ${first?.apiKey ?? ""}?`,
      refusedFor("unknown-key"),
    ),
    "masks-four-characters-of-the-right-key": member(
      "msg",
      (_outcome, { merchants: [first] }) => `The key is ****${first?.apiKey.slice(4) ?? ""}`,
      refusedFor("unknown-key"),
    ),
    "puts-the-signing-secret-into-messages": instead("envelope.message", (call, outcome) =>
      outcome.refused ? undefined : `verified with ${secretOf(call)}`,
    ),
    "shows-the-key-of-another-merchant-in-the-configuration": showing((_shown, _stored, call) => ({
      peer: call.merchants.find(({ apiKey }) => apiKey !== call.headers.get("x-api-key"))?.apiKey ?? "",
    })),
    "shows-the-signing-secret-in-the-configuration": onlySigned(
      showing((_shown, _stored, call) => ({ signingSecret: secretOf(call) })),
    ),
    "shows-the-signing-secret-in-hex": onlySigned(showingTheSecretIn("hex")),
    "shows-the-signing-secret-in-base64": onlySigned(showingTheSecretIn("base64")),
    "shows-the-signing-secret-in-base64url": onlySigned(showingTheSecretIn("base64url")),
    "tells-the-signature-that-it-expected": onlySigned(
      explainingRefusedSignatures(async (signer, parts, secret) => signer.sign(parts, secret)),
    ),
    "tells-the-signature-that-it-expected-in-base64": onlySigned(
      explainingRefusedSignatures(async (signer, parts, secret) =>
        Buffer.from(await signer.sign(parts, secret), "hex").toString("base64"),
      ),
    ),
    "tells-the-text-that-it-expected-to-be-signed": onlySigned(
      explainingRefusedSignatures((signer, parts) => String(signer.payloadOf(parts))),
    ),
    "sends-the-keys-of-all-merchants-in-a-header": changing("flow.respond", (response, call) => {
      response.headers.set("x-debug", call.merchants.map(({ apiKey }) => apiKey).join(" "));
      return response;
    }),
  },
  "envelope.complete": {
    "leaves-code-out-of-refusals": member("code", () => undefined, refused),
    "leaves-message-out": member("message", () => undefined),
  },
  "envelope.no-nulls": {
    "sends-data-null-with-refusals": member("data", () => null, refused),
  },
  "envelope.plain-json": {
    "names-code-twice": sending(always, (text) => text.replace("{", '{"code":1,')),
  },
  "envelope.gateway-pages": {
    "answers-scripts-with-a-gateway-page": where(hasText(/"javascript:/), paging(403)),
    "answers-what-is-too-large-with-a-gateway-page": where(hasBodyAbove(1_200), paging(413)),
  },
  "envelope.long-or-deep": {
    "answers-deep-json-with-a-page": where(hasText(/\[{50}/), failing),
    "answers-long-bodies-without-a-key-with-a-page": where(
      all(hasBodyAbove(2_000), not(hasHeader("x-api-key"))),
      failing,
    ),
    "answers-long-keys-with-a-page": where(hasHeader("x-api-key", /.{256}/), failing),
  },
});
