import type { Call } from "../../../lib/reference/call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { refusal } from "../../../lib/reference/outcome.ts";
import { changing, instead } from "../../../lib/reference/changes.ts";

const refusingWhere = (name: string, value: RegExp): Change =>
  instead("flow.perform", (call) =>
    value.test(call.headers.get(name) ?? "") ? refusal("content-type") : undefined,
  );

/** Answers with other bytes where a header of the request is like this. */
const answeringWhere = (
  name: string,
  value: RegExp,
  body: (text: string) => Uint8Array<ArrayBuffer>,
): Change =>
  changing("flow.respond", async (response, call: Call) => {
    if (!value.test(call.headers.get(name) ?? "")) return response;
    return new Response(body(await response.text()), {
      status: response.status,
      headers: { "content-type": "application/json" },
    });
  });

/** Faults with headers that clients add by themselves. */
export const clientMutants = toMutants({
  "dialects.client-headers": {
    "compresses-where-asked-and-does-not-say-so": only(
      { choices: { contentEncoding: "gzip-when-asked" } },
      changing("flow.respond", (response) => {
        response.headers.delete("content-encoding");
        return response;
      }),
    ),
    "answers-in-utf-16-where-chinese-is-asked-for": answeringWhere("accept-language", /^zh/, (text) =>
      Uint8Array.from(Buffer.from(text, "utf16le")),
    ),
    "refuses-who-wants-nothing-from-a-cache": refusingWhere("cache-control", /no-cache/),
    "refuses-traced-requests": refusingWhere("traceparent", /./),
  },
  "dialects.client-names": {
    "refuses-clients-named-curl": refusingWhere("user-agent", /^curl/),
    "refuses-clients-named-java": refusingWhere("user-agent", /^Java/),
  },
  "dialects.expect-continue": {
    "refuses-what-expects-to-continue": refusingWhere("expect", /100/),
  },
});
