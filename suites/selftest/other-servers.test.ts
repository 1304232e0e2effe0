import { createServer, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { listening } from "../../lib/cli/testing/listening.ts";
import { runBin } from "../../lib/cli/testing/run-bin.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { listenerOf } from "../../lib/reference/serve-reference.ts";
import { profiles } from "./judge-target.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Write = (outgoing: ServerResponse, answer: Answer) => void | Promise<void>;

function writeInChunks(outgoing: ServerResponse, { status, headers, body }: Answer, size: number): void {
  outgoing.writeHead(status, headers);
  for (let at = 0; at < body.length; at += size) outgoing.write(body.subarray(at, at + size));
}

const packing =
  (coding: string, pack: (body: Buffer) => Buffer): Write =>
  (outgoing, { headers, body, ...answer }) => {
    const packed = { ...answer, headers: { ...headers, "content-encoding": coding }, body: pack(body) };
    writeInChunks(outgoing, packed, 32);
    outgoing.end();
  };

/** Ways to write an answer that only a connection shows, and that no variant of the reference has. */
const WAYS: Readonly<Record<string, Write>> = {
  "has no length, and ends with the connection": (outgoing, { status, headers, body }) => {
    outgoing.useChunkedEncodingByDefault = false;
    outgoing.shouldKeepAlive = false;
    outgoing.writeHead(status, headers).end(body);
  },
  "comes behind an interim 103, in chunks of one byte, with a trailer": (outgoing, answer) => {
    outgoing.writeEarlyHints({ link: "</style.css>; rel=preload" });
    writeInChunks(outgoing, answer, 1);
    outgoing.addTrailers({ "X-Checksum": "1" });
    outgoing.end();
  },
  "is of HTTP/1.0": (outgoing, { status, headers, body }) => {
    const all = { ...headers, "content-length": body.length, connection: "close" };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    const head = Buffer.from([`HTTP/1.0 ${status} Done`, ...lines, "", ""].join("\r\n"));
    outgoing.socket?.end(outgoing.req.method === "HEAD" ? head : Buffer.concat([head, body]));
  },
  "is deflated, asked or not, and comes in chunks": packing("deflate", deflateSync),
  "is in brotli, asked or not, and comes in chunks": packing("br", (body) => brotliCompressSync(body)),
  "has an odd reason, and comes in two parts, on connections that end when they are idle": async (
    outgoing,
    { status, headers, body },
  ) => {
    const { socket } = outgoing;
    outgoing.statusMessage = "Kind Of Done";
    outgoing.writeHead(status, headers).write(body.subarray(0, 9));
    await sleep(3);
    outgoing.end(body.subarray(9));
    socket?.setTimeout(300, () => socket.destroy());
  },
};

/** The address of the reference, whose answers are written in this way. */
async function served(write: Write): Promise<string> {
  const reference = createReference({ merchants: profiles["api-key"].merchants });
  const listener = listenerOf(reference, "http", async (response, outgoing) => {
    const { "content-length": _length, ...headers } = Object.fromEntries(response.headers);
    const body = Buffer.from(await response.arrayBuffer());
    await write(outgoing, { status: response.status, headers, body });
  });
  return `http://127.0.0.1:${await listening(createServer(listener))}`;
}

test.for(Object.entries(WAYS))("a server whose answer %s is not accused", async ([, write]) => {
  const args = ["run", "--base-url", await served(write), "--depth", "quick", "--quiet"];
  expect(await runBin([...args, "--out", temporaryFolder()])).toMatchObject({ code: 0 });
});
