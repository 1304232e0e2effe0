import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Depth } from "../../lib/engine/effort.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf, isNormative } from "../../lib/engine/catalogue.ts";
import { REQUESTS_OF_AREAS, requestsOf } from "../../lib/guest/requests-of.ts";
import { packageRoot } from "../../lib/package/package-root.ts";
import { judgeReference } from "./judge-reference.ts";

const OFF_AT_MOST = 0.2;
const FEW_REQUESTS = 5;

/** In signed mode every area binds but one check, and the others ask the same as with an API key alone. */
test.each<Depth>(["quick", "standard", "deep"])(
  "the estimate printed before a run at depth %s is near the truth, area by area",
  async (depth) => {
    const report = await judgeReference({ mode: "signed", depth });
    const service = await judgeReference({ mode: "signed", depth, mcp: true });
    const checks = [...report.checks.filter(({ field }) => field !== "mcp.url"), ...service.checks];
    const requests = report.requests + service.checks.reduce((sum, one) => sum + one.requests, 0);
    const areas = Map.groupBy(checks, ({ requirement }) => areaOf(requirement));
    const asked = [...areas]
      .map(([area, judged]) => [area, judged.reduce((sum, one) => sum + one.requests, 0)] as const)
      .filter(([, count]) => count > 0);
    const wrong = asked.filter(([area, count]) => {
      const announced = REQUESTS_OF_AREAS[area]?.[depth] ?? 0;
      return Math.abs(count - announced) > Math.max(FEW_REQUESTS, count * OFF_AT_MOST);
    });
    expect(wrong).toEqual([]);
    const asking = new Set(asked.map(([area]) => area));
    const all = catalogue.requirements.filter((one) => !isNormative(one) || asking.has(areaOf(one.id)));
    for (const told of [requestsOf(all, all, { depth, readOnly: false }), announcedByGuide(depth)]) {
      expect(Math.abs(requests / told - 1)).toBeLessThan(OFF_AT_MOST);
    }
  },
);

/** How many requests of a run in signed mode the guide to pipelines announces. */
function announcedByGuide(depth: Depth): number {
  const guide = readFileSync(join(packageRoot, "config/guides/pipelines.md"), "utf8");
  const [, cell = ""] = new RegExp(`\\| \`${depth}\` +\\|[^|]+\\| ([\\d,]+)`).exec(guide) ?? [];
  return Number(cell.replace(",", ""));
}
