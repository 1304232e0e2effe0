import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createReference } from "../../reference/reference.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { listening } from "../testing/listening.ts";
import { PEAK_MEMORY } from "../testing/peak-memory.ts";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const LARGE_BYTES = 1_900_000;
const ORDINARY_BYTES = 100_000;
const MAX_RESIDENT_KIB = 512 * 1024;
const MERCHANTS = [
  { name: "alpha", apiKey: "reference-alpha-key-7f3a9c21" },
  { name: "beta", apiKey: "reference-beta-key-52d8e0b4" },
];

test(
  "answers of 1.9 MB to everything: the whole command stays below 512 MiB",
  { timeout: 180_000 },
  async () => {
    const filler = "x".repeat(LARGE_BYTES);
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        const isQuery = request.url?.endsWith("/query") === true;
        const data = isQuery ? { id: 1, callbackUrl: "https://issuer.example/hook", filler } : true;
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify({ code: 0, msg: "success", data, ...(!isQuery && { filler }) }));
      });
    });
    const folder = temporaryFolder();
    const memory = join(folder, "memory");
    const baseUrl = `http://127.0.0.1:${await listening(server)}`;
    const { code } = await runBin(
      ["run", "--base-url", baseUrl, "--depth", "quick", "--quiet", "--out", join(folder, "out")],
      { env: { MEMORY_FILE: memory }, nodeArgs: ["--import", PEAK_MEMORY] },
    );
    expect(code).toBe(1);
    expect(Number(readFileSync(memory, "utf8"))).toBeLessThan(MAX_RESIDENT_KIB);
  },
);

test("a conformant server whose answers have 100 kB is judged in full", { timeout: 180_000 }, async () => {
  const reference = createReference({ merchants: MERCHANTS });
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      const answer = await reference.fetch(request, arrival);
      const envelope: unknown = await answer.clone().json();
      const { status, headers } = answer;
      return Response.json(Object.assign({}, envelope, { filler: "x".repeat(ORDINARY_BYTES) }), {
        status,
        headers,
      });
    },
  });
  onTestFinished(async () => server.close());
  const { code, stdout } = await runBin([
    "run",
    "--base-url",
    server.url,
    "--depth",
    "quick",
    "--out",
    join(temporaryFolder(), "out"),
  ]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Verdict {3}conformant(?:-partial)? \(exit 0\)/m),
  });
});
