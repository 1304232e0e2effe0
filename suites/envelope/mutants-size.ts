import type { Call } from "../../lib/reference/call.ts";
import { type Mutant, mutant } from "../../lib/reference/mutant.ts";

/** Answers with a page where a request is like this. */
function stumbling(name: string, over: (call: Call) => boolean): Mutant {
  return mutant(name, "envelope.long-or-deep", ({ flow }) => ({
    flow: {
      respond: async (call, outcome) =>
        over(call)
          ? new Response("<h1>500</h1>", { status: 500, headers: { "content-type": "text/html" } })
          : flow.respond(call, outcome),
    },
  }));
}

/** Faults with input that is long or deep. */
export const sizeMutants = [
  stumbling("answers-deep-json-with-a-page", ({ body }) => /\[{50}/.test(Buffer.from(body).toString())),
  stumbling(
    "answers-long-bodies-without-a-key-with-a-page",
    ({ body, headers }) => body.byteLength > 2_000 && !headers.has("x-api-key"),
  ),
  stumbling("answers-long-keys-with-a-page", ({ headers }) => (headers.get("x-api-key") ?? "").length > 255),
];
