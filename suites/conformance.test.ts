import { afterAll, describe, inject, test } from "vitest";
import { catalogue } from "../lib/cli/catalogue.ts";
import { HostedSteps } from "../lib/cli/host/hosted-steps.ts";
import { outcomeOf } from "../lib/cli/host/outcome-of.ts";
import { selectedTests } from "../lib/cli/host/selected-tests.ts";
import { areaOf } from "../lib/engine/requirement/catalogue.ts";
import { plan } from "../lib/engine/plan/plan.ts";
import { Steps } from "../lib/engine/run/steps.ts";
import { capsuleCommand } from "../lib/reporters/run/capsule-command.ts";
import { openSession } from "../lib/session/session.ts";

const { setup, selection, waivers, unvisited, replay } = inject("conformance");
const { profile } = setup;
const rows = unvisited === undefined ? plan(catalogue, selection, profile) : [];
const steps = new Steps(async () => openSession(setup, catalogue.requirements), {
  pins: profile.pins,
  waivers,
});
const hosted = new HostedSteps(rows, steps, catalogue.foundations);
const replayOf = (id: string) => [capsuleCommand(replay.folder, id), ...replay.options].join(" ");
const rowOf = new Map(rows.map((row) => [row.requirement.id, row]));
const areas = Map.groupBy(
  catalogue.requirements.flatMap(({ id }) => rowOf.get(id) ?? []),
  ({ requirement }) => areaOf(requirement.id),
);

for (const [area, own] of areas) {
  // oxlint-disable-next-line vitest/valid-title -- the area is the title. Tests wait for their turn in the order of the plan
  describe.concurrent(area, () => {
    for (const row of own) {
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the session judges; the id is the title
      test(row.requirement.id, async ({ task, skip }) => {
        const step = await hosted.take(row, selectedTests(task.file));
        task.meta.step = step;
        if (row.why !== undefined) skip(`${row.why.verdict}: ${row.why.reason}`);
        const isSettledLater = waivers.length > 0 && outcomeOf(step, replayOf).kind === "fail";
        const outcome = outcomeOf(isSettledLater ? await hosted.settled(row) : step, replayOf);
        if (outcome.kind === "skip") skip(outcome.reason);
        if (outcome.kind === "fail") throw outcome.error;
      });
    }
  });
}

for (const reason of unvisited === undefined ? [] : [unvisited]) {
  // oxlint-disable-next-line vitest/expect-expect -- says in the words of a test that there is no target
  test("the target can be visited", () => {
    throw new Error(reason);
  });
}

afterAll(async () => hosted.close());
