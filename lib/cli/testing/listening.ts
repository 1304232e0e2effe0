import { once } from "node:events";
import type { Server } from "node:net";
import { onTestFinished } from "vitest";

/** Lets a server listen on a free port of this machine until the test is over. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || address === null)
    throw new Error("Cannot listen: the server has no port");
  return address.port;
}
