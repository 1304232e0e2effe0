import { type McpSend, headersOf, type McpRequest, withHeader } from "./mcp-request.ts";

const NOT_FOUND = 404;

/** How to find out whether a session is still there, and how to open another one in its place. */
interface LiveSession {
  /** A valid request in the session. */
  readonly ask: () => McpRequest;
  /** Returns the id of the new session. Undefined: it has none. */
  readonly reopen: () => Promise<string | undefined>;
}

/** The sessions that the run uses. A service may end each at any time, and answers 404 from then on. */
export class LiveSessions {
  readonly #live = new Map<string, LiveSession>();

  note(id: string, session: LiveSession): void {
    this.#live.set(id, session);
  }

  /** Notes that the run has ended a session. */
  forget(id: string): void {
    this.#live.delete(id);
  }

  /** Sends a request again in a new session if the service has ended the session of the request. */
  reopening(door: McpSend): McpSend {
    return async (request) => {
      const answer = await door(request);
      const [id = ""] = headersOf(request, "mcp-session-id");
      const session = answer.status === NOT_FOUND ? this.#live.get(id) : undefined;
      if (session === undefined || (await door(session.ask())).status !== NOT_FOUND) return answer;
      this.forget(id);
      const next = await session.reopen();
      return next === undefined ? answer : door(withHeader(request, "Mcp-Session-Id", next));
    };
  }
}
