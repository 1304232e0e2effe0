import type { Grant } from "./mcp-state.ts";

const RETRY_MS = 300;

/** A stream that waits for its client. */
interface HeldStream {
  readonly subject: Grant["subject"] | undefined;
  readonly text: string;
}

/** Streams that were ended before their responses. Each is given to the user whose request it answers. */
export class PolledStreams {
  readonly #held = new Map<string, HeldStream>();

  /** Holds a stream back. The client gets an event with an id instead. */
  async hold(response: Response, grant: Grant | undefined): Promise<Response> {
    const { status, headers } = response;
    const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (status !== 200 || !isStream) return response;
    const id = crypto.randomUUID();
    this.#held.set(id, { subject: grant?.subject, text: await response.text() });
    return new Response(`id: ${id}\nretry: ${RETRY_MS}\ndata:\n\n`, { status, headers });
  }

  /** The rest of a stream, after an id. Undefined: this user has none there. */
  rest(id: string, grant: Grant | undefined): Response | undefined {
    const held = this.#held.get(id);
    if (held === undefined || held.subject !== grant?.subject) return undefined;
    return new Response(held.text, { headers: { "content-type": "text/event-stream" } });
  }
}
