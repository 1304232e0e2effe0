import type { Call } from "../../../lib/reference/call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { refusal, success } from "../../../lib/reference/outcome.ts";
import { changing, instead } from "../../../lib/reference/changes.ts";

const textOf = ({ body }: Pick<Call, "body">) => Buffer.from(body).toString("utf8");

/** Takes some spellings of JSON for no JSON. */
const stumbling = (over: (text: string) => boolean): Change =>
  instead("body.readRegister", (call) => (over(textOf(call)) ? refusal("malformed-body") : undefined));

/** Answers only what asks for it by an Accept header that suits it. */
const demanding = (suits: (accept: string | null) => boolean): Change =>
  instead("flow.perform", (call) =>
    !suits(call.headers.get("accept")) ? refusal("content-type") : undefined,
  );

export const dialectMutants = toMutants({
  "dialects.json-spelling": {
    "reads-no-escaped-slashes": stumbling((text) => /\\\//.test(text)),
    "reads-no-escaped-letters": stumbling((text) => /\\u/.test(text)),
    "reads-no-escapes-in-upper-case": stumbling((text) => /\\u006B/.test(text)),
    "reads-json-in-one-line-only": stumbling((text) => /\{\s*\n/.test(text)),
    "reads-no-line-break-behind-json": stumbling((text) => /\s$/.test(text)),
    "verifies-the-json-that-it-writes-itself": only(
      { mode: "signed" },
      changing("signature.signedParts", (usual, call) => ({
        ...usual,
        body: Buffer.from(written(textOf(call))),
      })),
    ),
  },
  "dialects.chunked": {
    "reads-chunked-bodies-as-empty-and-says-true": instead("register.perform", (call) =>
      call.headers.has("transfer-encoding") ? success(true) : undefined,
    ),
  },
  "dialects.accept": {
    "wants-an-accept-header": demanding((accept) => accept !== null),
    "wants-json-by-name-in-the-accept-header": demanding(
      (accept) => accept === null || accept.includes("json"),
    ),
  },
});

function written(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
