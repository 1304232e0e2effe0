import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { referenceMcp } from "../../lib/cli/run/embedded-reference.ts";
import { loadProfile } from "../../lib/profile/load-profile.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { serveReference } from "../../lib/reference/serve-reference.ts";

/** The official conformance suite of MCP. It sends no token, and most of its scenarios want tools of its own. */
const PEER = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);
const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

interface PeerCheck {
  readonly id: string;
  readonly status: string;
}

test("the official conformance suite finds of the reference what it found before", async () => {
  const url = await referenceForAnybody();
  const found = await Promise.all(REVISIONS.map(async (revision) => reportOf(url, revision)));
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

/** What the peer says of a revision, a scenario a line, with the checks that failed. */
async function reportOf(url: string, revision: string): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), "card-issuing-conformance-peer-"));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const args = [PEER, "server", "--url", url, "--suite", "all", "--spec-version", revision, "-o", out];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  await once(child, "exit");
  const scenarios = readdirSync(out).toSorted();
  return [`# ${revision}`, ...scenarios.map((folder) => lineOf(join(out, folder), folder))].join("\n");
}

function lineOf(path: string, folder: string): string {
  const [, scenario = folder] = /^server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder) ?? [];
  const checks: readonly PeerCheck[] = JSON.parse(readFileSync(join(path, "checks.json"), "utf8"));
  const passed = checks.filter(({ status }) => status === "SUCCESS");
  const failed = checks.filter(({ status }) => status === "FAILURE").map(({ id }) => id);
  const said = failed.length === 0 ? "" : `, not ${[...new Set(failed)].toSorted().join(", ")}`;
  return `${scenario}: ${passed.length} passed${said}`;
}
