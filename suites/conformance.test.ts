import { afterAll, inject, test } from "vitest";
import { loadSuites } from "../lib/host/load-suites.ts";
import { outcomeOf } from "../lib/host/outcome-of.ts";
import { plan } from "../lib/plan.ts";
import type { Judgement } from "../lib/result.ts";
import { openSession } from "../lib/session.ts";

const { setup, selection } = inject("conformance");
const opening = openSession(setup);
opening.catch(() => undefined);
let judging: Promise<Judgement> | undefined;

for (const { judge, bystander } of plan(await loadSuites(import.meta.dirname), selection)) {
  // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the session judges; the id is the title
  test(judge.requirement, async ({ task, skip }) => {
    const session = await opening;
    judging = session.judge(judge);
    const judgement = await judging;
    Object.assign(task.meta, { judgement, bystander, counts: { ...session.counts } });
    const outcome = outcomeOf(judgement.result);
    if (outcome.kind === "skip") skip(outcome.reason);
    if (outcome.kind === "fail") throw outcome.error;
  });
}

afterAll(async () => {
  await (await opening).close();
  await judging?.catch(() => undefined);
});
