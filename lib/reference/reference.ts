import { EVENTS_PATH, eventDesk } from "./delivery/event-desk.ts";
import { defaultChoices, type Choices } from "./choices.ts";
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
  const events = eventDesk(options);
  const respond = createResponder(options, events.store);
  return {
    choices: { ...defaultChoices, ...options.choices },
    fetch: async (request, arrival = "only") =>
      new URL(request.url).pathname === EVENTS_PATH
        ? events.answer(request)
        : respond(request, typeof arrival === "string" ? { connection: arrival } : arrival),
  };
}
