import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { listening } from "./testing/listening.ts";
import { runBin } from "./testing/run-bin.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) =>
  existsSync(file),
);

/** Whom the browser asks by itself, whatever page is open. */
const BROWSER_ITSELF = /^(?:http:\/\/)?[\w-]+\.google(?:apis)?\.com\b/;

const QUIET = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-logging=stderr",
  "--virtual-time-budget=5000",
  "--dump-dom",
];

test.skipIf(CHROMIUM === undefined)(
  "the page shows its checks, logs no error and asks nobody for anything",
  async () => {
    const out = temporaryFolder();
    await runBin(["run", "versioning", "--html", "--out", out]);
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(String(request.url));
      response.end();
    });
    proxy.on("connect", (request, socket) => {
      asked.push(String(request.url));
      socket.destroy();
    });
    const port = await listening(proxy);
    const { stdout, stderr } = await opened(join(out, "index.html"), [
      `--proxy-server=127.0.0.1:${port}`,
      `--user-data-dir=${temporaryFolder()}`,
    ]);
    expect(stdout).toContain("reference: conformant");
    expect(stdout).toContain("versioning");
    expect(stderr.split("\n").filter((line) => /CONSOLE.*(?:error|uncaught|refused)/i.test(line))).toEqual(
      [],
    );
    expect(asked.filter((url) => !BROWSER_ITSELF.test(url))).toEqual([]);
  },
);

async function opened(file: string, options: readonly string[]) {
  const child = spawn(CHROMIUM ?? "", [...QUIET, ...options, pathToFileURL(file).href]);
  const printed = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text));
  await new Promise((resolve) => child.once("close", resolve));
  return printed;
}
