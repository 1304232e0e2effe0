import type { Clock } from "../../lib/session/session-setup.ts";
import type { AnswerStep } from "../../lib/receiver/answer-plan.ts";
import { Desk, atDesk } from "../../lib/receiver/desk.ts";
import type { Receiver } from "../../lib/receiver/receiver.ts";
import type { Post, Reply } from "../../lib/reference/delivery/post-by-undici.ts";

/** A part of every callback URL of the runs of the selftest. */
const RUN = "cc-selftest00";
const HOST = "hooks.conformance.example";
const URL_PARTS = /^(https?):\/\/(?:[^@/?#]*@)?([^/?#]+)([^#]*)/i;

/** A receiver without a socket, and the way of deliveries and of handshakes to it; no other host answers. */
export interface InProcessReceiver {
  readonly receiver: Receiver;
  readonly post: Post;
  readonly visit: Post;
}

/** @param host of its address, and a port if it has one */
export function inProcessReceiver({ now, sleep }: Clock, host = HOST): InProcessReceiver {
  let brokenOff = 0;
  const desk = new Desk({ now, ticks: now, own: RUN });

  const send: Post = async ({ method, url, headers, body, timeoutMs = Infinity }) => {
    const [, scheme = "", authority = "", target = ""] = URL_PARTS.exec(url) ?? [];
    if (authority.toLowerCase() !== host) return undefined;
    const bytes = Buffer.from(body);
    const isUnfinished = Number(headers["content-length"] ?? 0) > bytes.length;
    const step = desk.receive({
      method,
      target: target.startsWith("/") ? target : `/${target}`,
      headers: Object.entries({ Host: authority, ...headers }),
      body: bytes,
      isCut: isUnfinished,
      ...(isUnfinished && { isUnfinished }),
      tls: scheme.toLowerCase() === "https" ? "TLSv1.3" : undefined,
    });
    const { delayMs = 0, ending } = step;
    if (delayMs > 0) await sleep(Math.min(delayMs, timeoutMs));
    return ending === undefined && !isUnfinished && delayMs <= timeoutMs ? replyOf(step) : undefined;
  };

  return {
    receiver: atDesk(desk, {
      url: `https://${host}`,
      endsTls: true,
      isSelfSigned: true,
      brokenOff: () => brokenOff,
      lapses: [],
      close: async () => undefined,
    }),
    async post(delivery) {
      if (delivery.trustedOnly !== true) return send(delivery);
      brokenOff += 1;
      return undefined;
    },
    visit: send,
  };
}

function replyOf({ status, headers = {}, body = "" }: AnswerStep): Reply {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status, headers: new Map(named), body };
}
