import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, request } from "undici";
import { loadProfile } from "../../profile/load/load-profile.ts";
import { createReference } from "../../reference/reference.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { openTarget } from "../../session/open-target.ts";
import { catalogue } from "../catalogue.ts";

const QUERY = "/abc/v1/webhook/query";
/** Short and many, so that other work of the machine disturbs few of them. The first ones warm up. */
const ROUNDS = 25;
const WARM_UP_ROUNDS = 5;
const QUERIES = 200;

for (const https of [false, true]) {
  const [least, middle, greatest] = spreadOf(await measureExchange(https));
  const what = `an exchange over ${https ? "https" : "http"}, as a multiple of bare undici`;
  process.stdout.write(`${what.padEnd(52)} ${middle} (${least} to ${greatest})\n`);
}

function spreadOf(values: readonly number[]): (string | undefined)[] {
  const sorted = values.toSorted((one, other) => one - other);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((one) => one?.toFixed(2));
}

/** The time of a query by a merchant of the run, divided by that of a bare undici request to the same server: one ratio a round. */
async function measureExchange(https: boolean): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-bench-"));
  const known = (await loadProfile("reference", {})).profile;
  const server = await serveReference(createReference({ merchants: known.merchants }), { https });
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, server.certificate ?? "");
  const profile = {
    ...known,
    baseUrl: server.url,
    mcp: { ...known.mcp, url: null },
    limits: { ...known.limits, requestsPerSecond: 1_000_000 },
    target: { ...known.target, ca: https ? ca : null },
  };
  const target = await openTarget(
    { profile, depth: "quick", seed: 1, runId: "cc-bench00000" },
    catalogue.requirements,
  );
  const [merchant] = target.shared.merchants;
  if (merchant === undefined) throw new Error("The profile has no merchant");
  await merchant.register(target.shared.urls.fresh());
  const agent = new Agent({ connect: { ca: server.certificate } });
  const bare = async () => {
    const { body } = await request(server.url + QUERY, {
      method: "POST",
      headers: { "x-api-key": merchant.apiKey },
      dispatcher: agent,
    });
    return body.text();
  };
  const ratios: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const ofBare = await secondsOf(bare);
    ratios.push((await secondsOf(async () => merchant.query())) / ofBare);
  }
  await agent.close();
  await target.close();
  await server.close();
  rmSync(folder, { recursive: true });
  return ratios.slice(WARM_UP_ROUNDS);
}

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let query = 0; query < QUERIES; query += 1) await act();
  return (performance.now() - startedAt) / 1_000;
}
