import type { Call } from "../../lib/reference/call.ts";
import { mutant, type Mutant } from "../../lib/reference/mutant.ts";
import { page } from "../../lib/reference/stray-page.ts";

const textOf = ({ body }: Call): string => Buffer.from(body).toString("latin1");

function paging(name: string, breaks: string, status: number, when: (call: Call) => boolean): Mutant {
  return mutant(name, breaks, ({ flow }) => ({
    flow: { respond: async (call, outcome) => (when(call) ? page(status) : flow.respond(call, outcome)) },
  }));
}

const isUtf8 = ({ body }: Call): boolean => Buffer.from(Buffer.from(body).toString("utf8")).equals(body);
const typeOf = ({ headers }: Call): string => headers.get("content-type") ?? "application/json";

/** Pages of something in front of the API, or of the framework below it. */
export const gatewayMutants = [
  paging("answers-scripts-with-a-gateway-page", "envelope.gateway-pages", 403, (call) =>
    textOf(call).includes('"javascript:'),
  ),
  paging(
    "answers-what-is-too-large-with-a-gateway-page",
    "envelope.gateway-pages",
    413,
    ({ body }) => body.length > 1_200,
  ),
  paging("answers-plain-http-with-a-gateway-page", "envelope.json-object", 403, (call) =>
    textOf(call).includes('"http://callback'),
  ),
  paging("answers-bytes-that-are-no-utf-8-with-a-page", "envelope.json-object", 400, (call) => !isUtf8(call)),
  paging("answers-nul-with-a-page", "envelope.json-object", 400, ({ body }) => body.includes(0)),
  paging("answers-forms-with-a-page", "envelope.json-object", 415, (call) => typeOf(call).includes("form")),
  paging("answers-what-is-not-closed-with-a-page", "envelope.json-object", 500, (call) =>
    /^\{"callbackUrl":"[^"]+"$/.test(textOf(call)),
  ),
];
