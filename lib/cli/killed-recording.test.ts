import { readdirSync, readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { createReference } from "../reference/reference.ts";
import { serveReference } from "../reference/serve-reference.ts";
import { readResult, runBin } from "./testing/run-bin.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const MERCHANTS = [
  { name: "alpha", apiKey: "reference-alpha-key-7f3a9c21" },
  { name: "beta", apiKey: "reference-beta-key-52d8e0b4" },
];
const LATENCY_MS = 15;
const KILLED_AT = 40;

const line = z.union([
  z.looseObject({ recordingVersion: z.literal(1) }),
  z.looseObject({ check: z.string() }),
  z.looseObject({ asked: z.looseObject({ url: z.string(), body: z.string().optional() }) }),
]);

/** A slow reference that notes every URL it is asked to register, before it answers. */
async function slowReference() {
  const reference = createReference({ merchants: MERCHANTS });
  const registered: string[] = [];
  const watch = { killAt: Number.POSITIVE_INFINITY, kill: () => {} };
  let requests = 0;
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      const body = await request.clone().text();
      if (/cc-[a-z0-9]{10}\/hook/.test(body)) registered.push(body);
      await sleep(LATENCY_MS);
      requests += 1;
      if (requests === watch.killAt) watch.kill();
      return reference.fetch(request, arrival);
    },
  });
  onTestFinished(async () => server.close());
  return { url: server.url, registered, watch };
}

test("a killed run has recorded all but the exchange under way, without a key, and is judged again as far as it goes", async () => {
  const [out, state, target] = [join(temporaryFolder(), "out"), temporaryFolder(), await slowReference()];
  const { code } = await runBin(
    ["run", "register", "--depth", "deep", "--base-url", target.url, "--out", out],
    {
      env: { XDG_STATE_HOME: state },
      started: (kill) => Object.assign(target.watch, { killAt: KILLED_AT, kill: () => kill("SIGKILL") }),
    },
  );
  expect(code).toBe(null);
  const file = join(out, "evidence", "recording.ndjson");
  const whole = readFileSync(file, "utf8").split("\n").slice(0, -1);
  const bodies = whole.flatMap((text) => {
    const read = line.parse(JSON.parse(text));
    return "asked" in read
      ? (z.looseObject({ body: z.string().optional() }).parse(read["asked"]).body ?? [])
      : [];
  });
  const seen = new Set(target.registered);
  expect(seen.size).toBeGreaterThan(10);
  const lost = [...seen].filter((body) => !bodies.includes(body));
  expect(lost.every((body) => body === target.registered.at(-1))).toBe(true);
  expect(statSync(file).mode & 0o077).toBe(0);
  for (const name of readdirSync(out, { recursive: true, encoding: "utf8" })) {
    if (statSync(join(out, name)).isDirectory()) continue;
    const text = readFileSync(join(out, name), "utf8");
    expect({ name, keys: MERCHANTS.filter(({ apiKey }) => text.includes(apiKey)) }).toEqual({
      name,
      keys: [],
    });
  }

  const again = await runBin(["run", "--from", out]);
  expect(again).toMatchObject({ code: 3, stderr: "" });
  const { checks } = readResult(`${out}-rejudged`);
  expect(checks.some(({ verdict }) => verdict === "failed" || verdict === "errored")).toBe(false);
  expect(checks.find(({ verdict }) => verdict === "inconclusive")?.reason).toContain(
    "Cannot be judged again offline",
  );
});
