import { scriptedServer, type ReceivedRequest } from "../../lib/client/scripted-server.ts";
import type { Reference } from "../../lib/reference/reference.ts";
import type { HostileAnswer } from "./hostile-answers.ts";

export interface HostileTarget extends AsyncDisposable {
  readonly url: string;
}

/** Serves a reference that is honest for some requests, and then gives every other request, and its repetitions, a hostile answer. */
export async function hostileTarget(
  reference: Reference,
  honest: number,
  hostile: (request: number) => HostileAnswer,
): Promise<HostileTarget> {
  const server = await scriptedServer((socket, received, index) => {
    if (index >= honest && index % 2 === 1) return hostile(index)(socket);
    answer(reference, received)
      .then((text) => socket.write(text))
      .catch(() => socket.destroy());
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
}

async function answer(reference: Reference, { text, connection }: ReceivedRequest): Promise<string> {
  const headEnd = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, headEnd).split("\r\n");
  const [method = "", target = ""] = first.split(" ");
  const body = Buffer.from(text.slice(headEnd + 4), "latin1");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const withoutBody = method === "GET" || method === "HEAD" || body.length === 0;
  const request = new Request(`http://reference.invalid${target}`, {
    method,
    headers,
    ...(!withoutBody && { body }),
  });
  const response = await reference.fetch(request, { connection: `${connection}`, target });
  const content = method === "HEAD" ? "" : await response.text();
  const head = [...response.headers].filter(([name]) => name !== "content-length");
  const shown = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${response.status} x\r\n${shown}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
}
