import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { MISCHIEF } from "./echo-target.ts";

/** Writes what no target should answer. The socket is destroyed when the client has had enough. */
export type HostileAnswer = (socket: Socket) => void;

const MIB = 1024 * 1024;
const BOMB = gzipSync(Buffer.alloc(100 * MIB, 32));
const OPENING = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/** Every way in which an answer can do harm, by name. */
export const hostileAnswers: Readonly<Record<string, HostileAnswer>> = {
  "an endless body": (socket) => {
    socket.write(`${OPENING}\r\n`);
    flood(socket, "x".repeat(64 * 1024));
  },
  "endless chunks": (socket) => {
    socket.write(`${OPENING}Transfer-Encoding: chunked\r\n\r\n`);
    flood(socket, `1000\r\n${"y".repeat(4096)}\r\n`);
  },
  "chunks that drip for ever": (socket) => {
    socket.write(`${OPENING}Transfer-Encoding: chunked\r\n\r\n`);
    drip(socket, "1\r\n{\r\n");
  },
  "a chunk without an end": (socket) =>
    socket.write(`${OPENING}Transfer-Encoding: chunked\r\n\r\nfffffff\r\n{`),
  "invalid chunk sizes": (socket) => socket.write(`${OPENING}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
  "a flood of headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    flood(socket, `X-Flood: ${"h".repeat(4096)}\r\n`);
  },
  "headers that drip for ever": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    drip(socket, "X-Drip: 1\r\n");
  },
  "10 MiB of nested JSON": (socket) => {
    socket.write(`${OPENING}Content-Length: ${10 * MIB}\r\n\r\n${"[".repeat(5 * MIB)}`);
    socket.write("]".repeat(5 * MIB));
  },
  "nested JSON within the limit": (socket) =>
    socket.write(json(`{"data":`.repeat(100_000) + "1" + "}".repeat(100_000))),
  "a compressed bomb": (socket) => {
    socket.write(`${OPENING}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`);
    socket.write(BOMB);
  },
  "members that pollute prototypes": (socket) =>
    socket.write(
      json(
        `{"__proto__":{"data":true,"polluted":1},"constructor":{"prototype":{"polluted":1}},"code":0,
          "data":{"__proto__":{"callbackUrl":"https://polluted.example/","status":1},"toString":1,"hasOwnProperty":null}}`,
      ),
    ),
  "a length that is too large": (socket) => socket.end(`${OPENING}Content-Length: 1000\r\n\r\n{}`),
  "a length that is too small": (socket) => socket.write(`${OPENING}Content-Length: 1\r\n\r\n{"code":0}`),
  "two lengths": (socket) => socket.write(`${OPENING}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  "a negative length": (socket) => socket.write(`${OPENING}Content-Length: -2\r\n\r\n{}`),
  "status 099": (socket) => socket.write("HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\n{}"),
  "status 1000": (socket) => socket.write("HTTP/1.1 1000 Odd\r\nContent-Length: 2\r\n\r\n{}"),
  "no HTTP": (socket) => socket.write(`${MISCHIEF}\r\n\r\n`),
  "100 Continue for ever": (socket) => drip(socket, "HTTP/1.1 100 Continue\r\n\r\n"),
  "another protocol": (socket) =>
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
  "a redirect to itself": (socket) =>
    socket.write("HTTP/1.1 307 Again\r\nLocation: /abc/v1/webhook/query\r\nContent-Length: 0\r\n\r\n"),
  "a pause of years": (socket) =>
    socket.write("HTTP/1.1 429 Later\r\nRetry-After: 999999999\r\nContent-Length: 2\r\n\r\n{}"),
  "a pause until the end of time": (socket) =>
    socket.write(
      "HTTP/1.1 503 Later\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\nContent-Length: 0\r\n\r\n",
    ),
  "escapes in every string": (socket) => socket.write(json(mischievous())),
  "bytes that are no UTF-8": (socket) =>
    socket.write(
      Buffer.concat([
        Buffer.from(`${OPENING}Content-Length: 6\r\n\r\n{"`),
        Buffer.from([0xff, 0xfe, 0, 0x80]),
      ]),
    ),
};

function json(body: string): string {
  return `${OPENING}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function mischievous(): string {
  const data = Object.fromEntries(
    ["id", "merchantId", "callbackUrl", "eventTypes", "createTime", "updateTime", MISCHIEF].map((name) => [
      name,
      MISCHIEF,
    ]),
  );
  return JSON.stringify({ code: MISCHIEF, msg: MISCHIEF, message: [MISCHIEF], data, [MISCHIEF]: MISCHIEF });
}

/** As fast as the other side reads. */
function flood(socket: Socket, piece: string): void {
  const pour = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", pour);
  pour();
}

function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.once("close", () => clearInterval(timer));
}
