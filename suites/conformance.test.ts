import { afterAll, inject, test } from "vitest";
import { diagnosisText } from "../lib/diagnosis/diagnosis.ts";
import { loadSuites } from "../lib/host/load-suites.ts";
import { outcomeOf } from "../lib/host/outcome-of.ts";
import { plan } from "../lib/plan.ts";
import type { Judgement } from "../lib/result.ts";
import { openSession, type Session } from "../lib/session.ts";
import { applyWaivers } from "../lib/waivers/apply-waivers.ts";

const { setup, selection, waivers, obstacle } = inject("conformance");
const modules = obstacle === undefined ? await loadSuites(import.meta.dirname) : [];
let opening: Promise<Session> | undefined;
let judging: Promise<Judgement> | undefined;

for (const { judge, bystander } of plan(modules, selection)) {
  // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the session judges; the id is the title
  test(judge.requirement, async ({ task, skip }) => {
    opening ??= openSession(setup);
    const session = await opening;
    const { obstacle: refusal } = session.calibration;
    if (refusal !== undefined) {
      Object.assign(task.meta, { obstacle: refusal, counts: { ...session.counts } });
      skip(diagnosisText(refusal));
    }
    judging = session.judge(judge);
    const judgement = applyWaivers(await judging, waivers);
    Object.assign(task.meta, { judgement, bystander, counts: { ...session.counts } });
    const outcome = outcomeOf(judgement.result);
    if (outcome.kind === "skip") skip(outcome.reason);
    if (outcome.kind === "fail") throw outcome.error;
  });
}

for (const reason of obstacle === undefined ? [] : [obstacle]) {
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
