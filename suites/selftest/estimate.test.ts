import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf } from "../../lib/engine/catalogue.ts";
import type { Depth } from "../../lib/engine/effort.ts";
import { requestsOf } from "../../lib/guest/requests-of.ts";
import { packageRoot } from "../../lib/package/package-root.ts";
import { measureQueries, measureRequests, type RequestsByName } from "./measure-requests.ts";

const DEPTHS: readonly Depth[] = ["quick", "standard", "deep"];
/** It runs the suite some thirty times, also at deep depth. */
const MEASURING_MS = 300_000;
const OFF_AT_MOST = 0.05;

test(
  "the estimate has the requests that each check sends to the reference",
  { timeout: MEASURING_MS },
  async () => {
    const parts = { writing: measureRequests, readOnly: measureQueries };
    const lines: string[] = [];
    for (const [name, measure] of Object.entries(parts)) {
      const measured = [];
      for (const depth of DEPTHS) measured.push(await measure(depth));
      lines.push(`  "${name}": {\n${rowsOf(measured).join(",\n")}\n  }`);
    }
    await expect(`{\n${lines.join(",\n")}\n}\n`).toMatchFileSnapshot(
      "../../lib/guest/measured-requests.json",
    );
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
