import { AsyncLocalStorage } from "node:async_hooks";
import { getResponse, http } from "msw";
import { defaultChoices, type Choices } from "./choices.ts";
import { handlersOf } from "./handlers.ts";
import type { Arrival, ReferenceOptions } from "./reference-options.ts";
import { createResponder } from "./responder.ts";

/** One running reference: a server without a socket. */
export interface Reference {
  readonly choices: Choices;
  /**
   * Answers a request that came over the named connection (default: one for all).
   * An answer of type `error` stands for a connection that breaks off.
   */
  fetch(request: Request, arrival?: Arrival | string): Promise<Response>;
}

export function createReference(options: ReferenceOptions): Reference {
  const arrivals = new AsyncLocalStorage<Arrival>();
  const respond = createResponder(options);
  const onArrival = async (request: Request) => respond(request, arrivals.getStore());
  const handlers = [...handlersOf(onArrival), http.all("*", ({ request }) => onArrival(request))];
  return {
    choices: { ...defaultChoices, ...options.choices },
    async fetch(request, arrival = "only") {
      const { origin } = new URL(request.url);
      const known = typeof arrival === "string" ? { connection: arrival } : arrival;
      const response = await arrivals.run(known, async () =>
        getResponse(handlers, request, { baseUrl: origin }),
      );
      if (response === undefined) throw new Error("Cannot answer the request: no handler took it");
      return response;
    },
  };
}
