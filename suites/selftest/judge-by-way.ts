import { catalogue } from "../../lib/cli/catalogue.ts";
import { openSession } from "../../lib/session/session.ts";
import { plan } from "../../lib/engine/plan/plan.ts";
import { run } from "../../lib/engine/run/run.ts";
import { Steps } from "../../lib/engine/run/steps.ts";
import { Tally } from "../../lib/engine/run/tally.ts";
import { eventsSchema } from "../../lib/profile/schema/events-schema.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { conformantRules } from "../../lib/reference/rules/rules.ts";
import { serveReference } from "../../lib/reference/serve-reference.ts";
import { profiles } from "./judge-target.ts";

/** The subject, and the way of deliveries. */
export interface Journey {
  /** `events.receiver` of the profile. */
  readonly receiver: object;
  readonly mutant?: Mutant;
  readonly seed?: number;
  readonly selectors?: readonly string[];
  /** How long a delivery is waited for. */
  readonly waitSeconds?: number;
}

/** The verdicts about deliveries of the reference at quick depth, over real sockets, with their reasons. */
export async function judgeByWay(journey: Journey): Promise<Record<string, string>> {
  const { receiver, mutant, seed = 1, selectors = ["delivery"], waitSeconds = 2 } = journey;
  const events = eventsSchema.parse({
    receiver,
    trigger: { url: "/_events", body: { merchant: "{merchant}", eventType: "{eventType}" } },
    waitSeconds,
    absenceSeconds: 0.15,
    acknowledge: {},
    retries: { windowSeconds: waitSeconds },
  });
  const rules = mutant === undefined ? conformantRules : mutant.apply(conformantRules);
  const { merchants } = profiles["api-key"];
  const choices = { ...mutant?.choices };
  const server = await serveReference(createReference({ merchants, rules, choices }));
  const profile = { ...profiles["api-key"], events, operations: {}, baseUrl: server.url };
  const runId = `cc-way${String(seed).padStart(7, "0")}`;
  const tally = new Tally([], { text: (text) => text });
  const rows = plan(catalogue, { selectors, skip: [], observing: false }, profile);
  const setup = { profile, depth: "quick", seed, runId } as const;
  const steps = new Steps(async () => openSession(setup, catalogue.requirements), { pins: {}, waivers: [] });
  try {
    const selected = rows.filter(({ unselected }) => !unselected);
    await run(selected, steps, { tally, signal: new AbortController().signal });
  } finally {
    await server.close();
  }
  const results = tally.judgements.map(({ result }) => result).filter((result) => "verdict" in result);
  return Object.fromEntries(
    results.map(({ requirement, verdict, reason }) => [
      requirement,
      reason ? `${verdict}: ${reason}` : verdict,
    ]),
  );
}
