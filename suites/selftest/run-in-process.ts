import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { arriveAtTarget, type Restoration } from "../../lib/guest/visit.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { plan } from "../../lib/engine/plan/plan.ts";
import { run } from "../../lib/engine/run/run.ts";
import { Steps } from "../../lib/engine/run/steps.ts";
import { Tally } from "../../lib/engine/run/tally.ts";
import type { Profile } from "../../lib/profile/schema/profile-schema.ts";
import type { Judgement, RequestCounts } from "../../lib/engine/record/result.ts";
import { lanesOf } from "../../lib/session/lanes-of.ts";
import { openSession } from "../../lib/session/session.ts";

/** The result of a whole run in this process. */
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
    const visit = await arriveAtTarget(setup, { env: { XDG_STATE_HOME: state } });
    const tally = new Tally([], { text: (text) => text });
    const steps = new Steps(async () => openSession(visit.setup, catalogue.requirements), {
      pins: profile.pins,
      waivers: [],
    });
    await run(plan(catalogue, { selectors, skip: [] }, profile), steps, {
      tally,
      lanes: lanesOf(profile, catalogue, new Map()),
    });
    if (tally.defects.size > 0) throw new Error([...tally.defects].join("\n"));
    const { judgements } = tally;
    const { counts } = tally.progress;
    return { judgements, restored: await visit.leave(counts.sent), counts };
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}
