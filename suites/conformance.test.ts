import { afterAll, inject, test } from "vitest";
import { diagnosisText } from "../lib/api/diagnosis/diagnosis.ts";
import { catalogue } from "../lib/cli/catalogue.ts";
import { outcomeOf } from "../lib/cli/host/outcome-of.ts";
import { plan } from "../lib/engine/plan.ts";
import { unjudged } from "../lib/engine/unjudged.ts";
import type { Judgement } from "../lib/engine/result.ts";
import { openSession, type Session } from "../lib/api/webhook/session.ts";
import { applyWaivers } from "../lib/engine/apply-waivers.ts";

const { setup, selection, waivers, unvisited } = inject("conformance");
const { profile } = setup;
const rows = unvisited === undefined ? plan(catalogue, selection, profile) : [];
let opening: Promise<Session> | undefined;
let judging: Promise<Judgement> | undefined;

for (const { requirement, unselected, why } of rows) {
  // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the session judges; the id is the title
  test(requirement.id, async ({ task, skip }) => {
    if (why !== undefined) {
      task.meta.judgement = unjudged(requirement, why, profile.pins);
      skip(`${why.verdict}: ${why.reason}`);
      return;
    }
    opening ??= openSession(setup, catalogue.requirements);
    const session = await opening;
    const { diagnosis: refusal } = session.calibration;
    if (refusal !== undefined) {
      Object.assign(task.meta, { diagnosis: refusal, counts: { ...session.counts } });
      skip(diagnosisText(refusal));
    }
    judging = session.judge(requirement);
    const judgement = applyWaivers(await judging, waivers);
    const { counts, unrecorded, returned, noticed, sighting } = session;
    const soFar = { counts: { ...counts }, unrecorded, returned, noticed, sighting };
    Object.assign(task.meta, { judgement, unselected, ...soFar });
    const outcome = outcomeOf(judgement.result);
    if (outcome.kind === "skip") skip(outcome.reason);
    if (outcome.kind === "fail") throw outcome.error;
  });
}

for (const reason of unvisited === undefined ? [] : [unvisited]) {
  // oxlint-disable-next-line vitest/expect-expect -- says in the words of a test that there is no target
  test("the target can be visited", () => {
    throw new Error(reason);
  });
}

afterAll(async () => {
  const session = await opening?.catch(() => undefined);
  await session?.close();
  await judging?.catch(() => undefined);
});
