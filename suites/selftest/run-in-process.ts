import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { arrive, type Restoration } from "../../lib/guest/visit.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { plan } from "../../lib/engine/plan.ts";
import { unjudged } from "../../lib/engine/unjudged.ts";
import type { Profile } from "../../lib/profile/profile-schema.ts";
import type { Judgement, RequestCounts } from "../../lib/engine/result.ts";
import { settleInterfered } from "../../lib/engine/settle-interfered.ts";
import { openSession } from "../../lib/api/webhook/session.ts";

/** What a whole run in this process brought. */
export interface InProcessRun {
  readonly judgements: readonly Judgement[];
  readonly restored: readonly Restoration[];
  readonly counts: Readonly<RequestCounts>;
}

/** Visits a target, judges it at quick depth and leaves it, over the network, with journals in a folder of its own. */
export async function runInProcess(
  profile: Profile,
  seed: number,
  selectors: readonly string[] = [],
): Promise<InProcessRun> {
  const state = mkdtempSync(join(tmpdir(), "card-issuing-conformance-state-"));
  const runId = `cc-${String(seed).padStart(10, "0")}`;
  try {
    const setup = { profile, depth: "quick", seed, runId } as const;
    const visit = await arrive(setup, { env: { XDG_STATE_HOME: state } });
    const session = await openSession(visit.setup, catalogue.requirements);
    const judgements: Judgement[] = [];
    for (const { requirement, why } of plan(catalogue, { selectors, skip: [] }, profile)) {
      judgements.push(
        why === undefined ? await session.judge(requirement) : unjudged(requirement, why, profile.pins),
      );
    }
    await session.close();
    const settled = judgements.map((judgement) => settleInterfered(judgement, session.sighting));
    return { judgements: settled, restored: await visit.leave(session.counts.sent), counts: session.counts };
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}
