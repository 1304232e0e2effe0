import { scriptedServer, type ReceivedRequest } from "../../lib/http/testing/scripted-server.ts";
import type { Reference } from "../../lib/reference/reference.ts";
import type { HostileAnswer } from "./hostile-answers.ts";

export interface HostileTarget extends AsyncDisposable {
  readonly url: string;
}

/** So many requests are answered honestly first: the run has begun by then. */
const HONEST_REQUESTS = 9;

/** Serves a reference that gives some of its answers, every third one, in a hostile way. */
export async function hostileTarget(
  reference: Reference,
  answers: readonly HostileAnswer[],
): Promise<HostileTarget> {
  const left = [...answers];
  const server = await scriptedServer((socket, received, index) => {
    const hostile = index >= HONEST_REQUESTS && index % 3 === 0 ? left.shift() : undefined;
    if (hostile !== undefined) return hostile(socket);
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
