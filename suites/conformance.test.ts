import { afterAll, inject, test } from "vitest";
import { catalogue } from "../lib/cli/catalogue.ts";
import { HostedSteps } from "../lib/cli/host/hosted-steps.ts";
import { outcomeOf } from "../lib/cli/host/outcome-of.ts";
import { plan } from "../lib/engine/plan.ts";
import { Steps } from "../lib/engine/steps.ts";
import { openSession } from "../lib/session/session.ts";

const { setup, selection, waivers, unvisited } = inject("conformance");
const { profile } = setup;
const rows = unvisited === undefined ? plan(catalogue, selection, profile) : [];
const steps = new Steps(async () => openSession(setup, catalogue.requirements), {
  pins: profile.pins,
  waivers,
});
const hosted = new HostedSteps(rows, steps, catalogue.foundations);

for (const row of rows) {
  // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the session judges; the id is the title
  test(row.requirement.id, async ({ task, skip }) => {
    const step = await hosted.take(row);
    task.meta.step = step;
    if (row.why !== undefined) skip(`${row.why.verdict}: ${row.why.reason}`);
    const mayBeWaived = waivers.length > 0 && outcomeOf(step).kind === "fail";
    const outcome = outcomeOf(mayBeWaived ? await hosted.settled(row) : step);
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

afterAll(async () => steps.close());
