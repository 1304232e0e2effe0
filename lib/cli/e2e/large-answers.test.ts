import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listening } from "../testing/listening.ts";
import { profileText } from "../testing/served-mcp.ts";
import { PEAK_MEMORY } from "../testing/peak-memory.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const LARGE_BYTES = 1_900_000;
const ORDINARY_BYTES = 100_000;
const MAX_RESIDENT_KIB = 512 * 1024;

const byteLength = (text: string) => Buffer.byteLength(text);
const OBJECT_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const STREAM_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
const NOTHING = JSON.stringify({ code: 0, msg: "success", data: true });
const EVENTS = `data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n`.repeat(24_000);

function configuration(more: object): string {
  const data = { id: 1, callbackUrl: "https://issuer.example/hook", status: 1, ...more };
  return JSON.stringify({ code: 0, msg: "success", data });
}

function sized(head: string, body: string): string {
  return `${head}Content-Length: ${byteLength(body)}\r\n\r\n${body}`;
}

/** A body whose first part is one chunk. Each further byte has a chunk of its own. */
function inChunks(head: string, body: string, first = ""): string {
  const opening = first === "" ? "" : `${byteLength(first).toString(16)}\r\n${first}\r\n`;
  return `${head}Transfer-Encoding: chunked\r\n\r\n${opening}${body.replaceAll(/[^]/g, "1\r\n$&\r\n")}0\r\n\r\n`;
}

/** Answers requests in these bytes. @returns its address */
async function served(answerTo: (path: string) => string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.socket?.end(answerTo(request.url ?? "")));
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

async function runWithin(args: readonly string[], folder: string) {
  const memory = join(folder, "memory");
  const { code } = await runBin(
    ["run", ...args, "--depth", "quick", "--quiet", "--out", join(folder, "out")],
    {
      env: { MEMORY_FILE: memory },
      nodeArgs: ["--import", PEAK_MEMORY],
    },
  );
  expect(Number(readFileSync(memory, "utf8"))).toBeLessThan(MAX_RESIDENT_KIB);
  return { code, errored: readResult(join(folder, "out")).counts.errored };
}

test(
  "1.9 MB in chunks of one byte as every answer to a query: the whole command ends, below 512 MiB",
  { timeout: 180_000 },
  async () => {
    const answer = inChunks(OBJECT_HEAD, configuration({ filler: "x".repeat(LARGE_BYTES) }));
    const baseUrl = await served((path) => (path.endsWith("/query") ? answer : sized(OBJECT_HEAD, NOTHING)));
    expect(await runWithin(["configuration", "query", "--base-url", baseUrl], temporaryFolder())).toEqual({
      code: 1,
      errored: 0,
    });
  },
);

test(
  "1.4 MB of events, and then 64 kB in chunks of one byte: a run of the MCP service ends, below 512 MiB",
  { timeout: 180_000 },
  async () => {
    const url = await served(() => inChunks(STREAM_HEAD, `:${"x".repeat(64_000)}`, EVENTS));
    const folder = temporaryFolder();
    const profile = join(folder, "service.yaml");
    writeFileSync(profile, profileText(`${url}/mcp`));
    expect(await runWithin(["discovery", "--profile", profile], folder)).toEqual({ code: 3, errored: 0 });
  },
);

test("a conformant server whose answers have 100 kB is judged in full", { timeout: 180_000 }, async () => {
  const url = await servedReference({
    async changed(answer) {
      const envelope: unknown = await answer.clone().json();
      const { status, headers } = answer;
      const filled = Object.assign({}, envelope, { filler: "x".repeat(ORDINARY_BYTES) });
      return Response.json(filled, { status, headers });
    },
  });
  const { code, stdout } = await runBin(
    `run --base-url ${url} --depth quick --out ${join(temporaryFolder(), "out")}`,
  );
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Verdict {3}conformant(?:-partial)? \(exit 0\)/m),
  });
});
