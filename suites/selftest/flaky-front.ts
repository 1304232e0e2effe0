import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Reference } from "../../lib/reference/reference.ts";
import { toRequest } from "../../lib/reference/to-request.ts";
import { writeResponse } from "../../lib/reference/write-response.ts";
import { ThroughWeather, type Weather } from "./through-weather.ts";

export interface FlakyFront extends AsyncDisposable {
  readonly url: string;
  readonly faults: ThroughWeather["faults"];
}

/** Serves a reference on a port, through bad weather. */
export async function flakyFront(reference: Reference, weather: Weather, seed: number): Promise<FlakyFront> {
  const behind = new ThroughWeather(reference, weather, seed);
  const answered = new WeakMap<Socket, number>();

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { socket } = incoming;
    const response = await behind.fetch(await toRequest(incoming), `${socket.remotePort}`);
    await writeResponse(response, outgoing, reference.choices);
    const count = (answered.get(socket) ?? 0) + 1;
    answered.set(socket, count);
    if (count < weather.answersPerConnection || socket.destroyed) return;
    behind.faults.drop += 1;
    if (outgoing.writableFinished) socket.destroy();
    else outgoing.once("finish", () => socket.destroySoon());
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("Cannot find the port: not listening");
  return {
    url: `http://127.0.0.1:${address.port}`,
    faults: behind.faults,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
