import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { arrive, type Restoration } from "../../lib/guest/visit.ts";
import { loadSuites } from "../../lib/host/load-suites.ts";
import { plan } from "../../lib/plan.ts";
import { unjudged } from "../../lib/plan/unjudged.ts";
import type { Profile } from "../../lib/profile/profile-schema.ts";
import type { Judgement, RequestCounts } from "../../lib/result.ts";
import { openSession } from "../../lib/session.ts";

/** What a whole run in this process brought. */
export interface Stayed {
  readonly judgements: readonly Judgement[];
  readonly restored: readonly Restoration[];
  readonly counts: Readonly<RequestCounts>;
}

const suites = await loadSuites(fileURLToPath(new URL("..", import.meta.url)));

/** Visits a target, judges it at quick depth and leaves it, over the network, with journals in a folder of its own. */
export async function stayAt(
  profile: Profile,
  seed: number,
  selectors: readonly string[] = [],
): Promise<Stayed> {
  const state = mkdtempSync(join(tmpdir(), "card-issuing-conformance-state-"));
  const runId = `cc-${String(seed).padStart(10, "0")}`;
  try {
    const setup = { profile, depth: "quick", seed, runId } as const;
    const visit = await arrive(setup, { env: { XDG_STATE_HOME: state } });
    const session = await openSession(visit.setup);
    const judgements: Judgement[] = [];
    for (const { requirement, judge, obstacle } of plan(suites, { selectors, skip: [] }, profile)) {
      judgements.push(
        judge === undefined ? unjudged(requirement, obstacle, profile.pins) : await session.judge(judge),
      );
    }
    await session.close();
    return { judgements, restored: await visit.leave(session.counts.sent), counts: session.counts };
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}
