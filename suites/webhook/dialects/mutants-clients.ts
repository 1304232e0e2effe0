import type { Call } from "../../../lib/reference/call.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";
import { refusal } from "../../../lib/reference/outcome.ts";

const refusingWhere =
  (name: string, value: RegExp): Change =>
  ({ flow }) => ({
    flow: {
      perform: async (call) =>
        value.test(call.headers.get(name) ?? "") ? refusal("content-type") : flow.perform(call),
    },
  });

/** Answers with other bytes where a header of the request is like this. */
const answeringWhere =
  (name: string, value: RegExp, body: (text: string) => Uint8Array<ArrayBuffer>): Change =>
  ({ flow }) => ({
    flow: {
      async respond(call: Call, outcome) {
        const response = await flow.respond(call, outcome);
        if (!value.test(call.headers.get(name) ?? "")) return response;
        return new Response(body(await response.text()), {
          status: response.status,
          headers: { "content-type": "application/json" },
        });
      },
    },
  });

/** Faults with headers that clients add by themselves. */
export const clientMutants = [
  mutant(
    "compresses-where-asked-and-does-not-say-so",
    "dialects.client-headers",
    ({ flow }) => ({
      flow: {
        async respond(call, outcome) {
          const response = await flow.respond(call, outcome);
          response.headers.delete("content-encoding");
          return response;
        },
      },
    }),
    { choices: { contentEncoding: "gzip-when-asked" } },
  ),
  mutant(
    "answers-in-utf-16-where-chinese-is-asked-for",
    "dialects.client-headers",
    answeringWhere("accept-language", /^zh/, (text) => Uint8Array.from(Buffer.from(text, "utf16le"))),
  ),
  mutant(
    "refuses-who-wants-nothing-from-a-cache",
    "dialects.client-headers",
    refusingWhere("cache-control", /no-cache/),
  ),
  mutant("refuses-traced-requests", "dialects.client-headers", refusingWhere("traceparent", /./)),
  mutant("refuses-clients-named-curl", "dialects.client-names", refusingWhere("user-agent", /^curl/)),
  mutant("refuses-clients-named-java", "dialects.client-names", refusingWhere("user-agent", /^Java/)),
  mutant("refuses-what-expects-to-continue", "dialects.expect-continue", refusingWhere("expect", /100/)),
];
