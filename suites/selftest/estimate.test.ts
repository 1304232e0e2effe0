import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import type { Depth } from "../../lib/engine/requirement/effort.ts";
import pinned from "../../lib/guest/measured-requests.json" with { type: "json" };
import { requestsOf } from "../../lib/guest/requests-of.ts";
import { packageRoot } from "../../lib/package/package-root.ts";
import { JUDGES_ALL } from "./is-in-sample.ts";
import { judgeDeliveries } from "./judge-deliveries.ts";
import { judgeReadOnly } from "./judge-read-only.ts";
import { judgeReference } from "./judge-reference.ts";
import type { Report, Trial } from "./judge-target.ts";

/** Requests by the id of a requirement, and `opening`: those before the first check. */
type RequestsByName = Readonly<Record<string, number>>;

type Judge = (trial: Trial) => Promise<Report>;

const MCP = "mcp";
const DELIVERY = "delivery";
/** All areas but those of deliveries and of the MCP service, which are measured apart. */
const AREAS = [...new Set(catalogue.ids.map(areaOf))].filter(
  (area) => area !== DELIVERY && catalogue.groups.get(area) !== MCP,
);

/**
 * Measures a run that writes. An observation counts as `observe` makes it: in a run, earlier checks may have
 * sent its requests.
 */
async function measureRequests(depth: Depth): Promise<RequestsByName> {
  const checks = await measureParts(judgeReference, { depth });
  const deliveries = await measure(judgeDeliveries, { depth });
  const observations = await measureParts(judgeReference, { depth, observing: true });
  const observedDeliveries = await measure(judgeDeliveries, { depth, observing: true });
  return { ...deliveries, ...checks, ...observedDeliveries, ...observations };
}

/** Measures a run that sends queries only. */
async function measureQueries(depth: Depth): Promise<RequestsByName> {
  return measureParts(async (trial) => (await judgeReadOnly(trial)).report, { depth });
}

async function measureParts(judge: Judge, trial: Trial): Promise<RequestsByName> {
  const service = await measure(judge, { ...trial, mcp: true });
  const others = await measure(judge, { ...trial, selectors: AREAS });
  return { ...service, ...others };
}

/** Attributes to each requirement the requests since the one before it. */
async function measure(judge: Judge, trial: Trial): Promise<RequestsByName> {
  const counts: [string, number][] = [];
  const { opening } = await judge({
    ...trial,
    mode: "signed",
    judged: ({ requirement }, sent) => counts.push([requirement, sent]),
  });
  const each = counts.map(([name, sent], at) => [name, sent - (counts[at - 1]?.[1] ?? opening)] as const);
  return Object.fromEntries([["opening", opening], ...each]);
}

const DEPTHS: readonly Depth[] = ["quick", "standard", "deep"];
/** It runs the suite some thirty times, also at deep depth. */
const MEASURING_MS = 300_000;
const OFF_AT_MOST = 0.05;

const PARTS = { writing: measureRequests, readOnly: measureQueries } as const;

test.runIf(JUDGES_ALL)(
  "the requests that each check sends to the reference are written",
  { timeout: MEASURING_MS },
  async () => {
    const lines: string[] = [];
    for (const [name, measureAll] of Object.entries(PARTS)) {
      const measured = [];
      for (const depth of DEPTHS) measured.push(await measureAll(depth));
      lines.push(`  "${name}": {\n${rowsOf(measured).join(",\n")}\n  }`);
    }
    await expect(`{\n${lines.join(",\n")}\n}\n`).toMatchFileSnapshot(
      "../../lib/guest/measured-requests.json",
    );
  },
);

test.each(["writing", "readOnly"] as const)(
  "at quick depth each check sends the requests of the estimate: %s",
  { timeout: MEASURING_MS },
  async (part) => {
    const sent = await PARTS[part]("quick");
    const rows: Readonly<Record<string, readonly number[]>> = pinned[part];
    const names = new Set([...Object.keys(sent), ...Object.keys(rows)]);
    expect([...names].filter((name) => (sent[name] ?? 0) !== (rows[name]?.[0] ?? 0))).toEqual([]);
  },
);

function rowsOf(measured: readonly RequestsByName[]): string[] {
  return ["opening", ...catalogue.ids].flatMap((name) => {
    const requests = measured.map((depth) => depth[name] ?? 0);
    return requests.some((count) => count > 0) ? [`    "${name}": [${requests.join(", ")}]`] : [];
  });
}

test.each(DEPTHS)("the guide to pipelines announces what a run at depth %s sends", (depth) => {
  const selected = catalogue.requirements.filter(({ id }) => areaOf(id) !== "delivery");
  const requests = requestsOf(selected, { depth, readOnly: false });
  expect(Math.abs(requests / announcedByGuide(depth) - 1)).toBeLessThan(OFF_AT_MOST);
});

/** How many requests of a run in signed mode the guide to pipelines announces. */
function announcedByGuide(depth: Depth): number {
  const guide = readFileSync(join(packageRoot, "config/guides/pipelines.md"), "utf8");
  const [, cell = ""] = new RegExp(`\\| \`${depth}\` +\\|[^|]+\\| ([\\d,]+)`).exec(guide) ?? [];
  return Number(cell.replace(",", ""));
}
