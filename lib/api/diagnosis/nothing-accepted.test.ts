import { expect, onTestFinished, test } from "vitest";
import { loadProfile } from "../../profile/load-profile.ts";
import { replaceRules, type RuleChanges } from "../../reference/mutant.ts";
import { refusal } from "../../reference/outcome.ts";
import { createReference } from "../../reference/reference.ts";
import type { ReferenceOptions } from "../../reference/reference-options.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { openSession } from "../../session/session.ts";

const { profile } = await loadProfile("reference", {});
const { register, envelope, flow } = conformantRules;
const refused = refusal("unusual-url");

/** The cause that a session finds at a reference with some other rules, in api-key mode. */
async function causeAt(changes: RuleChanges, options: Partial<ReferenceOptions> = {}) {
  const rules = replaceRules(conformantRules, changes);
  const reference = createReference({ merchants: profile.merchants, rules, ...options });
  const server = await serveReference(reference);
  onTestFinished(async () => server.close());
  const session = await openSession(
    {
      profile: { ...profile, baseUrl: server.url },
      depth: "quick",
      seed: 1,
      runId: "cc-0123456789",
    },
    [],
  );
  await session.close();
  return session.calibration.diagnosis?.code;
}

/** Refuses the first registers, those that must be refused not counted. */
function refusingFirst(count: number): RuleChanges {
  let left = count;
  return {
    register: {
      judge(call) {
        const judged = register.judge(call);
        if (typeof judged !== "string" || left === 0) return judged;
        left -= 1;
        return refused;
      },
    },
  };
}

test("a target that refuses every callback URL is not judged", async () => {
  expect(await causeAt({ register: { judge: () => refused } })).toBe("callback-base-refused");
});

test.each([1, 2])(
  "a target that refuses the first %d registers, and not the next, is judged",
  async (count) => {
    expect(await causeAt(refusingFirst(count))).toBeUndefined();
  },
);

test("a target that stores what it does not say that it accepts is judged", async () => {
  const data: (typeof envelope)["data"] = (call, outcome) =>
    call.operation === "webhook/register" && !outcome.refused ? 1 : envelope.data(call, outcome);
  expect(await causeAt({ envelope: { data } })).toBeUndefined();
});

test("a target that answers a register with no envelope, and stores it, is judged", async () => {
  const text: (typeof envelope)["text"] = (call, outcome) =>
    call.operation === "webhook/register" && !outcome.refused
      ? "<html></html>"
      : envelope.text(call, outcome);
  expect(await causeAt({ envelope: { text } })).toBeUndefined();
});

test("a target that has everything but the register is judged", async () => {
  const knows: (typeof flow)["knows"] = (call) => call.operation !== "webhook/register" && flow.knows(call);
  expect(await causeAt({ flow: { knows } })).toBeUndefined();
});
