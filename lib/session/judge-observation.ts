import type { Observation } from "../check.ts";
import type { Recorder } from "../client/recorder.ts";
import { canonical } from "../observing/plain.ts";
import { keepsPin } from "../pins/keeps-pin.ts";
import { areaOf, catalogue } from "../requirements/catalogue.ts";
import type { CheckResult, Judgement, NoJudgement, ObservationResult } from "../result.ts";
import type { Court } from "./court.ts";
import { type Outcome, thrownBy, undecided } from "./outcome.ts";
import { SessionContext } from "./session-context.ts";

/** Makes one observation. It never judges, unless the profile pins what is to be seen. */
export async function judgeObservation(one: Observation, court: Court): Promise<Judgement> {
  const { means, recorder, counts } = court;
  const { requirement } = one;
  const startedAt = Date.now();
  const sentBefore = counts.sent;
  means.seen.keep();
  recorder.restart();
  means.ledger.begin(requirement, { deaf: true });
  const seen = await look(one, court);
  const { exchanges } = recorder;
  if (!Object.hasOwn(means.pins, requirement)) {
    return { requirement, result: observationOf(one, seen), exchanges };
  }
  const pin = means.pins[requirement];
  const result: CheckResult = {
    requirement,
    level: "pinned",
    sections: catalogue[requirement].sections,
    area: areaOf(requirement),
    ...("value" in seen ? held(pin, seen.value, exchanges.length) : seen),
    durationMs: Date.now() - startedAt,
    requests: counts.sent - sentBefore,
  };
  return { requirement, result, observation: { ...observationOf(one, seen), pinned: pin }, exchanges };
}

type Look =
  | { readonly value: unknown }
  | (Pick<Outcome, "verdict"> & NoJudgement & { readonly reason: string });

async function look(one: Observation, { means, recorder }: Court): Promise<Look> {
  let value: unknown;
  const error = await thrownBy(async () => {
    value = await one.run(new SessionContext(means, one.requirement));
  });
  if (error === undefined) return { value: withoutCredentials(value, recorder) };
  const { reason, ...outcome } = undecided(error, means.seen.returned);
  return { ...outcome, reason: recorder.redact(reason) };
}

function observationOf({ requirement }: Observation, seen: Look): ObservationResult {
  if ("value" in seen) return { requirement, value: seen.value };
  const { verdict: _, ...why } = seen;
  return { requirement, ...why };
}

/** @param last number of the last exchange of the observation; 0 where it looked at what others had asked */
function held(pin: unknown, seen: unknown, last: number): Outcome {
  if (keepsPin(pin, seen)) return { verdict: "passed" };
  const shows = last === 0 ? {} : { exchange: last };
  return { verdict: "failed", violation: { expected: canonical(pin), actual: actualOf(seen), ...shows } };
}

/** What was seen, as a pin would say it. */
function actualOf(seen: unknown): string {
  if (typeof seen !== "object" || seen === null || !("value" in seen)) return canonical(seen);
  const varies = "stable" in seen && seen.stable === true ? "" : ", and it varies";
  return `${canonical(seen.value)}${varies}`;
}

function withoutCredentials(value: unknown, recorder: Recorder): unknown {
  if (typeof value === "string") return recorder.redact(value);
  if (Array.isArray(value)) return value.map((item) => withoutCredentials(item, recorder));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    recorder.redact(name),
    withoutCredentials(member, recorder),
  ]);
  return Object.fromEntries(members);
}
