import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { openTunnel, type TunnelOptions } from "./tunnel.ts";

/** A tunnel that is a line of JavaScript. */
async function opened(script: string, options: Partial<TunnelOptions> = {}) {
  const command = [process.execPath, "-e", script];
  return openTunnel({
    command,
    ready: String.raw`url=(\S+)`,
    readySeconds: 20,
    settleSeconds: 0,
    ...options,
  });
}

test("the URL is what the pattern finds in a line, on whichever stream, and whatever comes after is drained", async () => {
  const tunnel = await opened(
    'console.error("\\u001b[1murl=https://a.example/x/\\u001b[0m"); setInterval(() => console.log("x".repeat(99999)), 1)',
  );
  expect(tunnel.url).toBe("https://a.example/x");
  await tunnel.close();
  expect(await tunnel.ended).toBeUndefined();
});

test.for([
  [
    "prints no URL",
    "setInterval(() => {}, 9); console.log('one'); console.log('no tunnel today')",
    /^Cannot open the tunnel \S+node\S*: It printed no line in 1 s in which events\.receiver\.tunnel\.ready finds a URL\. Its last lines: one \| no tunnel today$/,
  ],
  [
    "ends before",
    "console.error('quota is spent'); process.exit(3)",
    /: It ended with 3 before it printed a URL\. Its last lines: quota is spent$/,
  ],
  [
    "ends while its URL settles",
    "console.log('url=https://a.example'); setTimeout(() => process.exit(4), 50)",
    /: It ended with 4 before its URL had settled/,
  ],
  [
    "prints another address",
    "console.log('url=http://a.example'); setInterval(() => {}, 9)",
    /events\.receiver\.tunnel\.ready finds "http:\/\/a\.example", which is not an https URL/,
  ],
] as const)("a tunnel that %s cannot be opened, and says so", async ([, script, message]) => {
  await expect(opened(script, { readySeconds: 1, settleSeconds: 1 })).rejects.toThrow(message);
});

test("a program that is not there is named", async () => {
  await expect(opened("", { command: ["no-such-tunnel"] })).rejects.toThrow(
    "Cannot open the tunnel no-such-tunnel: It was not found: install it, or name it by its path in events.receiver.tunnel.command. It printed nothing.",
  );
});

test("it ends with our process, and so does what it has started itself", async () => {
  const file = join(temporaryFolder(), "pid");
  const child = `require("fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 9)`;
  const script = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}]); console.log("url=https://a.example")`;
  const ours = join(temporaryFolder(), "ours.mjs");
  const command = [process.execPath, "-e", script];
  writeFileSync(
    ours,
    `import { openTunnel } from ${JSON.stringify(join(import.meta.dirname, "tunnel.ts"))};
    await openTunnel({ command: ${JSON.stringify(command)}, ready: "url=(.+)", readySeconds: 20, settleSeconds: 0 });
    process.stdin.once("data", () => process.exit(130));`,
  );
  const run = spawn(process.execPath, [ours], { stdio: ["pipe", "ignore", "inherit"] });
  while (!existsSync(file) || readFileSync(file, "utf8") === "") await sleep(20);
  const pid = Number(readFileSync(file, "utf8"));
  expect(isAlive(pid)).toBe(true);
  run.stdin.write("end\n");
  await once(run, "close");
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
