import type { Call } from "../../lib/reference/call.ts";
import { type Change, toMutants } from "../../lib/reference/mutant.ts";
import { instead } from "../../lib/reference/changes.ts";

/** Answers with a page where a request is like this. */
function stumbling(over: (call: Call) => boolean): Change {
  return instead("flow.respond", (call) =>
    over(call)
      ? new Response("<h1>500</h1>", { status: 500, headers: { "content-type": "text/html" } })
      : undefined,
  );
}

/** Faults with input that is long or deep. */
export const sizeMutants = toMutants({
  "envelope.long-or-deep": {
    "answers-deep-json-with-a-page": stumbling(({ body }) => /\[{50}/.test(Buffer.from(body).toString())),
    "answers-long-bodies-without-a-key-with-a-page": stumbling(
      ({ body, headers }) => body.byteLength > 2_000 && !headers.has("x-api-key"),
    ),
    "answers-long-keys-with-a-page": stumbling(
      ({ headers }) => (headers.get("x-api-key") ?? "").length > 255,
    ),
  },
});
