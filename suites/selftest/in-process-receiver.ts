import type { Clock } from "../../lib/api/webhook/session-setup.ts";
import { Desk } from "../../lib/receiver/desk.ts";
import type { Receiver } from "../../lib/receiver/receiver.ts";
import type { Post } from "../../lib/reference/delivery/post.ts";

const HOST = "hooks.conformance.example";
const URL_PARTS = /^(https?):\/\/([^/?#]+)([^#]*)/;

/** A receiver without a socket, and the way of deliveries to it; to another host there is none. */
export interface InProcessReceiver {
  readonly receiver: Receiver;
  readonly post: Post;
}

/** @param host of its address, and a port if it has one */
export function inProcessReceiver({ now, sleep }: Clock, host = HOST): InProcessReceiver {
  const desk = new Desk({ now, ticks: now });
  return {
    receiver: {
      url: `https://${host}`,
      endsTls: true,
      get arrivals() {
        return desk.arrivals;
      },
      lapses: [],
      plan: async (token, steps) => desk.plan(token, steps),
      catchUp: async () => undefined,
      close: async () => undefined,
    },
    async post({ method, url, headers, body }) {
      const [, scheme, authority, target = ""] = URL_PARTS.exec(url) ?? [];
      if (authority !== host) return undefined;
      const {
        status,
        delayMs = 0,
        ending,
      } = desk.receive({
        method,
        target: target.startsWith("/") ? target : `/${target}`,
        headers: Object.entries(headers),
        body: Buffer.from(body),
        isCut: false,
        tls: scheme === "https" ? "TLSv1.3" : undefined,
      });
      if (delayMs > 0) await sleep(delayMs);
      return ending === undefined ? status : undefined;
    },
  };
}
