import type { ServerResponse } from "node:http";
import type { Choices } from "./choices.ts";

type Transport = Pick<Choices, "headerCase" | "framing" | "connection" | "writes">;

/** Writes an answer to a socket, in the way that the choices say; one of type `error` breaks the connection off. */
export async function writeResponse(
  response: Response,
  outgoing: ServerResponse,
  { headerCase, framing, connection, writes }: Transport,
): Promise<void> {
  if (response.type === "error") {
    outgoing.socket?.destroy();
    return;
  }
  if (response.headers.get("content-type") === "text/event-stream") {
    await writeStream(response, outgoing);
    return;
  }
  const body = Buffer.from(await response.arrayBuffer());
  const chunked = framing === "chunked" && outgoing.req.method !== "HEAD";
  outgoing.sendDate = false;
  outgoing.statusCode = response.status;
  if (connection === "close") outgoing.setHeader(inCase("connection", headerCase), "close");
  for (const [name, value] of response.headers) {
    if (name !== "content-length") outgoing.setHeader(inCase(name, headerCase), value);
  }
  if (chunked) outgoing.setHeader(inCase("transfer-encoding", headerCase), "chunked");
  else outgoing.setHeader(inCase("content-length", headerCase), body.length);
  const middle = writes === "several" ? Math.floor(body.length / 2) : 0;
  if (middle > 0) await new Promise((resolve) => outgoing.write(body.subarray(0, middle), resolve));
  outgoing.end(body.subarray(middle));
}

/** Writes events as they come, until there are no more or the client has left. */
async function writeStream(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  outgoing.once("close", () => void reader?.cancel());
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
    outgoing.write(part.value);
  outgoing.end();
}

function inCase(name: string, headerCase: Choices["headerCase"]): string {
  if (headerCase === "upper") return name.toUpperCase();
  return headerCase === "lower" ? name : name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
