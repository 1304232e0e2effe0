import { NonIntegerNumber } from "../../lib/api/json/json.ts";
import { type Change, only, toMutants } from "../../lib/reference/mutant.ts";
import { everyNth, showing } from "../../lib/reference/faults.ts";
import { explainingRefusedSignatures } from "../auth/signature/faults.ts";
import { member, refused, refusedFor, sending, succeeded } from "../../lib/reference/rewriting.ts";
import { changing, instead } from "../../lib/reference/changes.ts";

const html = () => "<!doctype html><title>Error</title><h1>Something went wrong</h1>";

/** Shows the signing secret beside a configuration. */
const showingTheSecretIn = (encoding: BufferEncoding): Change =>
  changing("query.view", (usual, call) => ({
    ...usual,
    debug: Buffer.from(`secret=${call.merchants[0]?.secret ?? ""}`).toString(encoding),
  }));

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
    "begins-with-a-byte-order-mark": sending(
      () => true,
      (text) => `\ufeff${text}`,
    ),
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
    "sends-true-as-one-on-disable": member("data", () => 1, succeeded("disable")),
    "sends-register-data-as-an-object": member("data", () => ({ success: true }), succeeded("register")),
    "answers-the-creation-with-the-configuration": ({ register, query }) => ({
      register: {
        perform: async (call, owner) => {
          const isFirst = call.store.configurationOf(owner.name) === undefined;
          const outcome = await register.perform(call, owner);
          return isFirst && !outcome.refused ? query.perform(call, owner) : outcome;
        },
      },
    }),
  },
  "envelope.data-object": {
    "sends-the-configuration-in-a-list": changing("query.perform", (outcome) =>
      outcome.refused ? outcome : { ...outcome, data: [outcome.data ?? null] },
    ),
    "sends-the-configuration-as-text": member("data", () => "{}", succeeded("query")),
  },
  "envelope.keeps-secrets": {
    "suggests-the-right-key": instead("envelope.msg", (call, outcome) =>
      outcome.refused && outcome.reason === "unknown-key"
        ? `Did you mean ${call.merchants[0]?.apiKey ?? ""}?`
        : undefined,
    ),
    "puts-the-signing-secret-into-messages": instead(
      "envelope.message",
      ({ merchants: [first] }, { refused: isRefused }) =>
        isRefused ? undefined : `verified with ${first?.secret ?? ""}`,
    ),
    "shows-the-key-of-another-merchant-in-the-configuration": showing((_shown, _stored, call) => ({
      peer: call.merchants.find(({ apiKey }) => apiKey !== call.headers.get("x-api-key"))?.apiKey ?? "",
    })),
    "shows-the-signing-secret-in-the-configuration": only(
      { mode: "signed" },
      changing("query.view", (usual, call) => ({ ...usual, signingSecret: call.merchants[0]?.secret ?? "" })),
    ),
    "shows-the-signing-secret-in-hex": only({ mode: "signed" }, showingTheSecretIn("hex")),
    "shows-the-signing-secret-in-base64": only({ mode: "signed" }, showingTheSecretIn("base64")),
    "shows-the-signing-secret-in-base64url": only({ mode: "signed" }, showingTheSecretIn("base64url")),
    "tells-the-signature-that-it-expected": only(
      { mode: "signed" },
      explainingRefusedSignatures(async (signer, parts, secret) => signer.sign(parts, secret)),
    ),
    "tells-the-text-that-it-expected-to-be-signed": only(
      { mode: "signed" },
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
    "names-code-twice": sending(
      () => true,
      (text) => text.replace("{", '{"code":1,'),
    ),
  },
});
