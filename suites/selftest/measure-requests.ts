import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf } from "../../lib/engine/catalogue.ts";
import type { Depth } from "../../lib/engine/effort.ts";
import { judgeDeliveries } from "./judge-deliveries.ts";
import { judgeReadOnly } from "./judge-read-only.ts";
import { judgeReference } from "./judge-reference.ts";
import type { Report, Trial } from "./judge-target.ts";

/** Requests by the id of a requirement, and `opening`: those before the first check. */
export type RequestsByName = Readonly<Record<string, number>>;

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
export async function measureRequests(depth: Depth): Promise<RequestsByName> {
  const checks = await measureParts(judgeReference, { depth });
  const deliveries = await measure(judgeDeliveries, { depth });
  const observations = await measureParts(judgeReference, { depth, observing: true });
  const observedDeliveries = await measure(judgeDeliveries, { depth, observing: true });
  return { ...deliveries, ...checks, ...observedDeliveries, ...observations };
}

/** Measures a run that sends queries only. */
export async function measureQueries(depth: Depth): Promise<RequestsByName> {
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
