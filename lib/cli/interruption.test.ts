import { EventEmitter } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createReference } from "../reference/reference.ts";
import { serveReference } from "../reference/serve-reference.ts";
import { listening } from "./testing/listening.ts";
import { readResult, runBin } from "./testing/run-bin.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const API_KEY = "reference-alpha-key-7f3a9c21";
const BEFORE = "https://merchant.example/before";

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`${signal} in the middle of a run: the target is put back and the report written`, async () => {
    const target = await watchedReference();
    await target.call("register", { callbackUrl: BEFORE });
    const out = temporaryFolder();
    const { code, stdout, stderr } = await runBin(
      ["run", "register", "callback-url", "--depth", "deep", "--base-url", target.url, "--out", out],
      { started: (kill) => target.onRequest(60, () => kill(signal)) },
    );
    expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining("put back first") });
    expect(stdout).toMatch(/Verdict {3}interrupted \(exit 130\): \d+ of \d+ checks were judged\./);
    expect(readResult(out)).toMatchObject({
      verdict: "interrupted",
      exitCode: 130,
      restored: [{ merchant: "alpha", outcome: "restored" }, { merchant: "beta" }],
    });
    expect(await target.call("query")).toMatchObject({ data: { callbackUrl: BEFORE, status: 1 } });
  });
}

test("a second SIGINT ends the process at once", async () => {
  const sockets = new EventEmitter();
  const silent = createServer((socket) => void socket.once("data", () => sockets.emit("request")));
  const baseUrl = `http://127.0.0.1:${await listening(silent)}`;
  const { code } = await runBin(["run", "--base-url", baseUrl, "--out", temporaryFolder()], {
    started(kill) {
      sockets.once("request", () => {
        kill("SIGINT");
        setTimeout(kill, 100, "SIGINT");
      });
    },
  });
  expect(code).toBe(130);
});

async function watchedReference() {
  const reference = createReference({
    choices: { statusAfterRegisterOnDisabled: 1 },
    merchants: [
      { name: "alpha", apiKey: API_KEY },
      { name: "beta", apiKey: "reference-beta-key-52d8e0b4" },
    ],
  });
  let requests = 0;
  const watch = { at: Number.POSITIVE_INFINITY, act: () => {} };
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      requests += 1;
      if (requests === watch.at) watch.act();
      return reference.fetch(request, arrival);
    },
  });
  onTestFinished(async () => server.close());
  return {
    url: server.url,
    onRequest: (at: number, act: () => void) => Object.assign(watch, { at, act }),
    async call(operation: string, body?: object): Promise<unknown> {
      const response = await fetch(`${server.url}/abc/v1/webhook/${operation}`, {
        method: "POST",
        headers: { "X-API-Key": API_KEY, ...(body && { "Content-Type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return response.json();
    },
  };
}
