import type { Call } from "../../lib/reference/call.ts";
import { type Change, toMutants } from "../../lib/reference/mutant.ts";
import { page } from "../../lib/reference/stray-page.ts";
import { instead } from "../../lib/reference/changes.ts";

const textOf = ({ body }: Call): string => Buffer.from(body).toString("latin1");

function paging(status: number, when: (call: Call) => boolean): Change {
  return instead("flow.respond", (call) => (when(call) ? page(status) : undefined));
}

const isUtf8 = ({ body }: Call): boolean => Buffer.from(Buffer.from(body).toString("utf8")).equals(body);
const typeOf = ({ headers }: Call): string => headers.get("content-type") ?? "application/json";

/** Pages of something in front of the API, or of the framework below it. */
export const gatewayMutants = toMutants({
  "envelope.gateway-pages": {
    "answers-scripts-with-a-gateway-page": paging(403, (call) => textOf(call).includes('"javascript:')),
    "answers-what-is-too-large-with-a-gateway-page": paging(413, ({ body }) => body.length > 1_200),
  },
  "envelope.json-object": {
    "answers-plain-http-with-a-gateway-page": paging(403, (call) =>
      textOf(call).includes('"http://callback'),
    ),
    "answers-bytes-that-are-no-utf-8-with-a-page": paging(400, (call) => !isUtf8(call)),
    "answers-nul-with-a-page": paging(400, ({ body }) => body.includes(0)),
    "answers-forms-with-a-page": paging(415, (call) => typeOf(call).includes("form")),
    "answers-what-is-not-closed-with-a-page": paging(500, (call) =>
      /^\{"callbackUrl":"[^"]+"$/.test(textOf(call)),
    ),
  },
});
