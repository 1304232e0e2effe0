import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { referenceMcp } from "../../lib/cli/run/embedded-reference.ts";
import { listening } from "../../lib/cli/testing/listening.ts";
import { loadProfile } from "../../lib/profile/load/load-profile.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { serveReference } from "../../lib/reference/serve-reference.ts";

/** The official conformance suite of MCP. It sends no token, and most of its scenarios want tools of its own. */
const PEER = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);
/** A port that was free may be taken, and a peer may wait for ever. */
const TRIES = { retry: 2, timeout: 60_000 };
const PEER_MS = 30_000;
const LOOKS = 20;
const BETWEEN_LOOKS_MS = 100;
const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

interface PeerCheck {
  readonly id: string;
  readonly status: string;
}

test("the official conformance suite finds of the reference what it found before", TRIES, async () => {
  const url = await referenceForAnybody();
  const found = await Promise.all([
    ...REVISIONS.map(async (revision) =>
      reportOf(revision, ["server", "--url", url, "--suite", "all", "--spec-version", revision]),
    ),
    reportOf("authorization server", await authorizationArgs(url)),
  ]);
  await expect(`${found.join("\n\n")}\n`).toMatchFileSnapshot("./mcp-peer.txt");
});

/** The address of the MCP service of a reference to which a token is shown for everybody. */
async function referenceForAnybody(): Promise<string> {
  const { profile } = await loadProfile("reference", {});
  const mcp = referenceMcp(profile);
  const reference = createReference({ merchants: profile.merchants, ...(mcp && { mcp }) });
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      request.headers.set("authorization", `Bearer ${profile.mcp.readWriteToken}`);
      return reference.fetch(request, arrival);
    },
  });
  onTestFinished(async () => server.close());
  return `${server.url}/mcp`;
}

/** The code flow of a public client, which comes back to a port that is free now. */
async function authorizationArgs(url: string): Promise<readonly string[]> {
  const metadata = await fetch(new URL("/.well-known/oauth-protected-resource/mcp", url));
  const { authorization_servers: issuers }: { readonly authorization_servers: readonly string[] } =
    JSON.parse(await metadata.text());
  const probe = createServer();
  const port = await listening(probe);
  probe.close();
  const known = ["--client-id", "reference-public", "--resource", url, "--port", String(port)];
  return ["authorization", "--url", issuers[0] ?? "", ...known];
}

/** The results of the peer, a scenario a line, with the checks that failed. */
async function reportOf(title: string, args: readonly string[]): Promise<string> {
  const out = temporaryFolder();
  const child = spawn(process.execPath, [PEER, ...args, "-o", out], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: PEER_MS,
  });
  const ended = once(child, "exit");
  await visitPages(child.stdout);
  await ended;
  const scenarios = readdirSync(out).toSorted();
  return [`# ${title}`, ...scenarios.map((folder) => lineOf(join(out, folder), folder))].join("\n");
}

/** Opens each page that the peer asks a person to open. */
async function visitPages(output: Readable): Promise<void> {
  for await (const line of createInterface(output)) {
    const [page] = /^http:\/\/\S+\/authorize\?\S+$/.exec(line) ?? [];
    if (page !== undefined) void visit(page);
  }
}

/** The peer may name a page before it listens for what the page leads to. */
async function visit(page: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const came = await fetch(page).catch(() => undefined);
    if (came !== undefined) return;
    await sleep(BETWEEN_LOOKS_MS);
  }
}

function lineOf(path: string, folder: string): string {
  const [, scenario = folder] = /^(?:authorization-)?server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder) ?? [];
  const checks: readonly PeerCheck[] = JSON.parse(readFileSync(join(path, "checks.json"), "utf8"));
  const passed = checks.filter(({ status }) => status === "SUCCESS");
  const failed = checks.filter(({ status }) => status === "FAILURE").map(({ id }) => id);
  const said = failed.length === 0 ? "" : `, not ${[...new Set(failed)].toSorted().join(", ")}`;
  return `${scenario}: ${passed.length} passed${said}`;
}
