import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { after, choice, everyNth, wrap } from "./tools.ts";
import type { Choice, Packet } from "./types.ts";

function writeInChunks(res: ServerResponse, { status, headers, body }: Packet, size: number): void {
  res.writeHead(status, headers);
  for (let i = 0; i < body.length; i += size) res.write(body.subarray(i, i + size));
}

/** The whole answer as text of HTTP/1.0, without a body for HEAD. */
function asHttp10(res: ServerResponse, { status, headers, body }: Packet): Buffer {
  const all = {
    ...headers,
    date: new Date().toUTCString(),
    "content-length": body.length,
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = Buffer.from([`HTTP/1.0 ${status} Done`, ...lines, "", ""].join("\r\n"));
  return res.req.method === "HEAD" ? head : Buffer.concat([head, body]);
}

/** Choices that only a connection shows: how answers are cut into parts, and when connections end. */
export const SOCKET_CHOICES: Choice[] = [
  choice("close", "any", "every answer closes the connection", (p) =>
    after(p, (a) => (a.headers["connection"] = "close")),
  ),
  choice("close-some", "any", "every seventh answer closes the connection", (p) => {
    const hit = everyNth(7);
    after(p, (a) => {
      if (hit()) a.headers["connection"] = "close";
    });
  }),
  choice("until-close", "any", "answers have no length and end with the connection", (p) =>
    wrap(p, "send", () => (res, { status, headers, body }) => {
      res.useChunkedEncodingByDefault = false;
      res.shouldKeepAlive = false;
      res.writeHead(status, { ...headers, connection: "close" });
      res.end(body);
    }),
  ),
  choice("chunked", "any", "answers come in chunks of a few bytes", (p) =>
    wrap(p, "send", () => (res, packet) => {
      writeInChunks(res, packet, 7);
      res.end();
    }),
  ),
  choice("chunked-bytes", "any", "answers come in chunks of one byte, with a trailer", (p) =>
    wrap(p, "send", () => (res, packet) => {
      writeInChunks(res, packet, 1);
      res.addTrailers({ "X-Checksum": "1" });
      res.end();
    }),
  ),
  choice("gzip-chunked", "any", "answers are compressed, asked or not, and come in chunks", (p) =>
    wrap(p, "send", () => (res, { status, headers, body }) => {
      const zipped = { status, headers: { ...headers, "content-encoding": "gzip" }, body: gzipSync(body) };
      writeInChunks(res, zipped, 32);
      res.end();
    }),
  ),
  choice("http-1.0", "any", "answers are HTTP/1.0, and each ends its connection", (p) =>
    wrap(p, "send", () => (res, packet) => void res.socket?.end(asHttp10(res, packet))),
  ),
  choice("trickle", "any", "answers come in two parts with a pause between", (p) =>
    wrap(p, "send", () => (res, { status, headers, body }) => {
      res.writeHead(status, headers);
      res.write(body.subarray(0, 9));
      p.later(() => res.end(body.subarray(9)), 3);
    }),
  ),
  choice("hints", "any", "an interim 103 answer precedes every answer", (p) =>
    wrap(p, "send", (old) => (res, packet) => {
      res.writeEarlyHints({ link: "</style.css>; rel=preload" });
      old(res, packet);
    }),
  ),
  choice("headers-case", "any", "header names are in odd case, the reason phrase is odd", (p) =>
    wrap(p, "send", () => (res, { status, body }) => {
      res.statusMessage = "Kind Of Done";
      res.writeHead(status, { "CONTENT-type": "application/json", "CONTENT-LENGTH": String(body.length) });
      res.end(body);
    }),
  ),
  choice("resets-idle", "any", "connections that are idle for 300 ms are closed", (p) =>
    wrap(p, "send", (old) => (res, packet) => {
      const { socket } = res;
      old(res, packet);
      socket?.setTimeout(300, () => socket.destroy());
    }),
  ),
];
