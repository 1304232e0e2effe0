import { decodeBody } from "../../../lib/http/decode-body.ts";
import type { HeaderPair, Transport, WireAnswer } from "../../../lib/http/transport.ts";
import { Arrivals, serve } from "./machine.ts";
import type { Packet, Plan } from "./types.ts";

const MAX_ANSWER_BYTES = 2 ** 21;
/** Of these node:http keeps the first, of others all. */
const ONCE = new Set(["authorization", "content-length", "content-type", "host", "user-agent"]);

/** The way to a server without a socket: each lane counts as a connection. */
export function inProcess(plan: Plan): Transport {
  const arrivals = new Arrivals();
  return {
    send: async ({ method, path, headers, body = new Uint8Array(), lane = "main" }) => {
      arrivals.open++;
      const x = arrivals.exchange({
        connection: lane,
        method,
        target: path,
        headers: received(headers),
        body: Buffer.from(body),
      });
      const packet = await new Promise<Packet>((send) => serve(plan, x, send));
      arrivals.open--;
      return answered(method === "HEAD" ? { ...packet, body: Buffer.alloc(0) } : packet, plan);
    },
    close: async () => undefined,
  };
}

/** Headers as node:http hands them over. */
function received(pairs: readonly HeaderPair[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const text = value.replaceAll(/^[ \t]+|[ \t]+$/g, "");
    const before = found[key];
    if (before === undefined) found[key] = text;
    else if (!ONCE.has(key)) found[key] = `${before}, ${text}`;
  }
  return found;
}

function answered({ status, headers, body }: Packet, plan: Plan): WireAnswer {
  const pairs: HeaderPair[] = Object.entries({ date: new Date(plan.now()).toUTCString(), ...headers });
  return { status, headers: pairs, body: decodeBody(pairs, body, MAX_ANSWER_BYTES) };
}
