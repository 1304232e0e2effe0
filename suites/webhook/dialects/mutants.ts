import type { Call } from "../../../lib/reference/call.ts";
import { mutant, type Change } from "../../../lib/reference/mutant.ts";
import { refusal, success } from "../../../lib/reference/outcome.ts";

const textOf = ({ body }: Pick<Call, "body">) => Buffer.from(body).toString("utf8");

/** Takes some spellings of JSON for no JSON. */
const stumbling =
  (over: (text: string) => boolean): Change =>
  ({ body }) => ({
    body: {
      readRegister: (call) => (over(textOf(call)) ? refusal("malformed-body") : body.readRegister(call)),
    },
  });

/** Answers only what asks for it by an Accept header that suits it. */
const demanding =
  (suits: (accept: string | null) => boolean): Change =>
  ({ flow }) => ({
    flow: {
      perform: async (call) =>
        suits(call.headers.get("accept")) ? flow.perform(call) : refusal("content-type"),
    },
  });

export const dialectMutants = [
  ...Object.entries({
    "reads-no-escaped-slashes": /\\\//,
    "reads-no-escaped-letters": /\\u/,
    "reads-no-escapes-in-upper-case": /\\u006B/,
    "reads-json-in-one-line-only": /\{\s*\n/,
    "reads-no-line-break-behind-json": /\s$/,
  }).map(([name, form]) =>
    mutant(
      name,
      "dialects.json-spelling",
      stumbling((text) => form.test(text)),
    ),
  ),
  mutant(
    "verifies-the-json-that-it-writes-itself",
    "dialects.json-spelling",
    ({ signature }) => ({
      signature: {
        signedParts: (call, components) => ({
          ...signature.signedParts(call, components),
          body: Buffer.from(written(textOf(call))),
        }),
      },
    }),
    { mode: "signed" },
  ),
  mutant("reads-chunked-bodies-as-empty-and-says-true", "dialects.chunked", ({ register }) => ({
    register: {
      perform: async (call, owner) =>
        call.headers.has("transfer-encoding") ? success(true) : register.perform(call, owner),
    },
  })),
  mutant(
    "wants-an-accept-header",
    "dialects.accept",
    demanding((accept) => accept !== null),
  ),
  mutant(
    "wants-json-by-name-in-the-accept-header",
    "dialects.accept",
    demanding((accept) => accept === null || accept.includes("json")),
  ),
];

function written(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
