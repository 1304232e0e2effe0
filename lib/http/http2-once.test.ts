import { constants, createSecureServer, type ServerHttp2Stream } from "node:http2";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { listening } from "../cli/testing/listening.ts";
import { transportTo } from "./testing/transport-fixtures.ts";

type Refusal = (stream: ServerHttp2Stream) => void;

/** How often a POST reaches a server that says over HTTP/2 that it has refused it. */
async function timesSent(refuse: Refusal, body: Uint8Array | undefined): Promise<number> {
  const own = await generate([{ name: "commonName", value: "localhost" }], { keyType: "ec" });
  let sent = 0;
  const server = createSecureServer({ key: own.private, cert: own.cert }, ({ stream, url }, response) => {
    const isTransfer = url === "/transfer";
    if (isTransfer) sent += 1;
    stream.resume().once("end", () => (isTransfer && sent === 1 ? refuse(stream) : response.end("{}")));
  });
  onTestFinished(() => void server.close());
  const baseUrl = `https://localhost:${await listening(server)}`;
  const transport = transportTo(baseUrl, { allowH2: true, takesAnyCertificate: true });
  await transport.send({ method: "POST", path: "/first", headers: [] });
  const request = { method: "POST", path: "/transfer", headers: [], ...(body && { body }) };
  await expect(transport.send(request)).rejects.toThrow("Cannot get an answer");
  await transport.send({ method: "POST", path: "/first", headers: [] });
  return sent;
}

const REFUSALS: [string, Refusal][] = [
  ["refuses the stream", (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM)],
  ["goes away before the stream", ({ session, id = 2 }) => session?.goaway(0, id - 2)],
];

test.each(REFUSALS)(
  "a request is sent once to a target that %s, whatever HTTP/2 promises",
  async (_, refuse) => {
    expect(await timesSent(refuse, Buffer.from("{}"))).toBe(1);
    expect(await timesSent(refuse, undefined)).toBe(1);
  },
);
