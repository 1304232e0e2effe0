import { NonIntegerNumber } from "../../lib/api/json/json.ts";
import { mutant } from "../../lib/reference/mutant.ts";
import { everyNth } from "../../lib/reference/faults.ts";
import { explainingRefusedSignatures, SIGNED } from "../auth/signature/faults.ts";
import { member, refused, refusedFor, sending, succeeded } from "../../lib/reference/rewriting.ts";

const html = () => "<!doctype html><title>Error</title><h1>Something went wrong</h1>";
export const envelopeMutants = [
  mutant(
    "answers-refused-keys-in-html",
    "envelope.json-object",
    sending(refusedFor("missing-key", "unknown-key"), html),
  ),
  mutant(
    "answers-malformed-bodies-in-html",
    "envelope.json-object",
    sending(refusedFor("malformed-body"), html),
  ),
  mutant(
    "answers-plain-http-in-plain-text",
    "envelope.json-object",
    sending(refusedFor("not-https"), () => "callbackUrl is not an HTTPS URL"),
  ),
  mutant(
    "answers-long-urls-with-a-gateway-page",
    "envelope.json-object",
    sending(refusedFor("url-too-long"), html),
  ),
  mutant(
    "answers-disable-with-nothing",
    "envelope.json-object",
    sending(succeeded("disable"), () => ""),
  ),
  mutant(
    "sends-refusals-in-an-array",
    "envelope.json-object",
    sending(refused, (text) => `[${text}]`),
  ),
  mutant(
    "sends-refusals-as-a-json-string",
    "envelope.json-object",
    sending(refused, (text) => JSON.stringify(text)),
  ),
  mutant(
    "sends-null-for-refusals",
    "envelope.json-object",
    sending(refused, () => "null"),
  ),
  mutant("sends-two-objects-now-and-then", "envelope.json-object", (rules) =>
    sending(everyNth(20), (text) => text + text)(rules),
  ),
  mutant(
    "sends-latin-1",
    "envelope.json-object",
    sending(refused, (text) => Uint8Array.from(Buffer.from(text.replace("–", "é"), "latin1"))),
    { choices: { wording: "unicode" } },
  ),
  mutant(
    "does-not-escape-quotes",
    "envelope.json-object",
    sending(succeeded("query"), (text) => text.replaceAll(String.raw`\"`, '"')),
  ),
  mutant(
    "cuts-answers-at-600-bytes",
    "envelope.json-object",
    sending(succeeded("query"), (text) => text.slice(0, 600)),
  ),

  mutant(
    "sends-code-as-a-string",
    "envelope.code-integer",
    member("code", () => "0"),
  ),
  mutant(
    "sends-symbolic-codes-on-refusals",
    "envelope.code-integer",
    member("code", () => "INVALID_REQUEST", refused),
  ),
  mutant(
    "sends-a-fractional-code",
    "envelope.code-integer",
    member("code", () => new NonIntegerNumber("400.1"), refused),
  ),
  mutant(
    "sends-code-as-a-boolean",
    "envelope.code-integer",
    member("code", (outcome) => !outcome.refused),
  ),
  mutant(
    "sends-msg-as-a-number",
    "envelope.msg-string",
    member("msg", () => 0),
  ),
  mutant(
    "sends-msg-as-an-object-on-refusals",
    "envelope.msg-string",
    member("msg", () => ({ field: "callbackUrl" }), refused),
  ),
  mutant(
    "sends-message-as-a-boolean",
    "envelope.message-string",
    member("message", (outcome) => !outcome.refused),
  ),
  mutant(
    "sends-message-as-a-list-on-refusals",
    "envelope.message-string",
    member("message", () => ["invalid"], refused),
  ),

  mutant(
    "sends-true-as-a-string",
    "envelope.data-boolean",
    member("data", () => "true", succeeded("register")),
  ),
  mutant(
    "sends-true-as-one-on-disable",
    "envelope.data-boolean",
    member("data", () => 1, succeeded("disable")),
  ),
  mutant(
    "sends-register-data-as-an-object",
    "envelope.data-boolean",
    member("data", () => ({ success: true }), succeeded("register")),
  ),
  mutant("answers-the-creation-with-the-configuration", "envelope.data-boolean", ({ register, query }) => ({
    register: {
      perform: async (call, owner) => {
        const isFirst = call.store.configurationOf(owner.name) === undefined;
        const outcome = await register.perform(call, owner);
        return isFirst && !outcome.refused ? query.perform(call, owner) : outcome;
      },
    },
  })),
  mutant("sends-the-configuration-in-a-list", "envelope.data-object", ({ query }) => ({
    query: {
      perform: async (call, owner) => {
        const outcome = await query.perform(call, owner);
        return outcome.refused ? outcome : { ...outcome, data: [outcome.data ?? null] };
      },
    },
  })),
  mutant(
    "sends-the-configuration-as-text",
    "envelope.data-object",
    member("data", () => "{}", succeeded("query")),
  ),

  mutant("suggests-the-right-key", "envelope.keeps-secrets", ({ envelope }) => ({
    envelope: {
      msg: (call, outcome) =>
        outcome.refused && outcome.reason === "unknown-key"
          ? `Did you mean ${call.merchants[0]?.apiKey ?? ""}?`
          : envelope.msg(call, outcome),
    },
  })),
  mutant(
    "shows-the-signing-secret-in-the-configuration",
    "envelope.keeps-secrets",
    ({ query }) => ({
      query: {
        view: (call, configuration) => ({
          ...query.view(call, configuration),
          signingSecret: call.merchants[0]?.secret ?? "",
        }),
      },
    }),
    { mode: "signed" },
  ),
  ...(["hex", "base64", "base64url"] as const).map((encoding) =>
    mutant(
      `shows-the-signing-secret-in-${encoding}`,
      "envelope.keeps-secrets",
      ({ query }) => ({
        query: {
          view: (call, configuration) => ({
            ...query.view(call, configuration),
            debug: Buffer.from(`secret=${call.merchants[0]?.secret ?? ""}`).toString(encoding),
          }),
        },
      }),
      { mode: "signed" },
    ),
  ),
  mutant(
    "tells-the-signature-that-it-expected",
    "envelope.keeps-secrets",
    explainingRefusedSignatures(async (signer, parts, secret) => signer.sign(parts, secret)),
    SIGNED,
  ),
  mutant(
    "tells-the-text-that-it-expected-to-be-signed",
    "envelope.keeps-secrets",
    explainingRefusedSignatures((signer, parts) => String(signer.payloadOf(parts))),
    SIGNED,
  ),
  mutant("sends-the-keys-of-all-merchants-in-a-header", "envelope.keeps-secrets", ({ flow }) => ({
    flow: {
      respond: async (call, outcome) => {
        const response = await flow.respond(call, outcome);
        response.headers.set("x-debug", call.merchants.map(({ apiKey }) => apiKey).join(" "));
        return response;
      },
    },
  })),

  mutant(
    "leaves-code-out-of-refusals",
    "envelope.complete",
    member("code", () => undefined, refused),
  ),
  mutant(
    "leaves-message-out",
    "envelope.complete",
    member("message", () => undefined),
  ),
  mutant(
    "sends-data-null-with-refusals",
    "envelope.no-nulls",
    member("data", () => null, refused),
  ),
  mutant(
    "begins-with-a-byte-order-mark",
    "envelope.json-object",
    sending(
      () => true,
      (text) => `\ufeff${text}`,
    ),
  ),
  mutant(
    "names-code-twice",
    "envelope.plain-json",
    sending(
      () => true,
      (text) => text.replace("{", '{"code":1,'),
    ),
  ),
];
