import { EVENTS_PATH, eventDesk } from "./delivery/event-desk.ts";
import { defaultChoices, type Choices } from "./choices.ts";
import { isOfMcp } from "./mcp/places.ts";
import type { Arrival, ReferenceOptions } from "./reference-options.ts";
import { createResponder, type ReferenceRequest } from "./responder.ts";

type McpReference = ReturnType<typeof import("./mcp/mcp-reference.ts").createMcpReference>;

/** One running reference: a server without a socket. */
export interface Reference {
  readonly choices: Choices;
  /**
   * Answers a request that came over the named connection (default: one for all).
   * An answer of type `error` stands for a connection that breaks off.
   */
  fetch(request: ReferenceRequest, arrival?: Arrival | string): Promise<Response>;
}

export function createReference(options: ReferenceOptions): Reference {
  const events = eventDesk(options);
  const respond = createResponder(options, events.store);
  const mcp = lazyMcp(options);
  return {
    choices: { ...defaultChoices, ...options.choices },
    async fetch(request, arrival = "only") {
      const known = typeof arrival === "string" ? { connection: arrival } : arrival;
      const { pathname } = new URL(request.url);
      if (pathname === EVENTS_PATH) return events.answer(request);
      if (options.mcp !== undefined && isOfMcp(pathname)) return (await mcp())(request, known);
      const answer = await respond(request, known);
      events.greet();
      return answer;
    },
  };
}

/** The MCP side, loaded when it is first asked. */
function lazyMcp(options: ReferenceOptions): () => Promise<McpReference> {
  let made: Promise<McpReference> | undefined;
  const make = async () => {
    const { createMcpReference } = await import("./mcp/mcp-reference.ts");
    if (options.mcp === undefined) throw new Error("Cannot serve MCP: the reference has no such service");
    return createMcpReference(options.mcp, options);
  };
  return async () => (made ??= make());
}
