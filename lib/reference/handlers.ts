import { http, type HttpHandler } from "msw";
import { namedOperations } from "./operations/named-operations.ts";
import { storeOf } from "./delivery/store-of.ts";
import type { ReferenceOptions } from "./reference-options.ts";
import { createResponder, PATH_PREFIX, type Responder } from "./responder.ts";

const paths = ["webhook/register", "webhook/query", "webhook/disable", ...namedOperations];

/**
 * The reference as request handlers of msw, with a state of their own: for `setupServer` in unit tests of a client.
 * They answer every request below /abc/v1/, whatever the host, and leave all others alone.
 *
 * @example
 * const merchants = [{ name: "alpha", apiKey: "key-of-alpha" }];
 * const server = setupServer(...referenceHandlers({ merchants }));
 * server.listen();
 *
 * @typeParam Handler the type of handlers of your own msw, 2 or 3: `HttpHandler`. To the compiler, those of two
 * versions have nothing in common; they work alike.
 */
export function referenceHandlers<Handler = HttpHandler>(options: ReferenceOptions): Handler[] {
  const handlers: unknown[] = handlersOf(createResponder(options, storeOf(options)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a handler is stayed the same from msw 2 to 3
  return handlers as Handler[];
}

export function handlersOf(respond: Responder): HttpHandler[] {
  const resolver = async ({ request }: { readonly request: Request }) => respond(request);
  return [
    ...paths.map((path) => http.post(`*${PATH_PREFIX}${path}`, resolver)),
    http.all(`*${PATH_PREFIX}*`, resolver),
  ];
}
