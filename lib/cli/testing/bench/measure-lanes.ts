import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Depth } from "../../../engine/requirement/effort.ts";
import { createReference } from "../../../reference/reference.ts";
import { serveReference } from "../../../reference/serve-reference.ts";
import { runCommand } from "./run-command.ts";

const LATENCY_MS = 80;
const MERCHANTS_OF_A_LANE = 2;

/** Runs the command against the reference, which answers after 80 ms, in so many lanes. Returns milliseconds. */
export async function measureLanes(lanes: number, depth: Depth, folder: string): Promise<number> {
  const merchants = Array.from({ length: lanes * MERCHANTS_OF_A_LANE }, (_, index) => ({
    name: `merchant-${index}`,
    apiKey: `key-of-merchant-${index}`,
  }));
  const reference = createReference({ merchants });
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      await sleep(LATENCY_MS);
      return reference.fetch(request, arrival);
    },
  });
  const profile = join(folder, "lanes.yaml");
  const facts = { name: "lanes", baseUrl: server.url, auth: { mode: "api-key" }, merchants };
  writeFileSync(profile, JSON.stringify(facts));
  try {
    const out = join(folder, "lanes");
    const { milliseconds } = await runCommand(["--profile", profile, "--depth", depth, "--out", out]);
    return milliseconds;
  } finally {
    await server.close();
  }
}
