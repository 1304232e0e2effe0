import { canonicalText } from "./plain.ts";
import { redactValue } from "./redact-value.ts";
import { keepsPin } from "./keeps-pin.ts";
import type { CheckResult, Judgement, NoJudgement, ObservationResult } from "./result.ts";
import { type Outcome, thrownBy, outcomeOfError } from "./outcome.ts";
import type { Judged } from "./judged.ts";
import type { Target } from "./target.ts";
import { saidBy } from "./unjudged.ts";

/** Makes one observation. Gives no verdict, unless the profile pins the value. */
export async function judgeObservation<Context>(
  one: Judged<Context>,
  target: Target<Context>,
): Promise<Judgement> {
  const { record, counts, pins } = target;
  const { id: requirement } = one;
  const startedAt = Date.now();
  const sentBefore = counts.sent;
  target.begin(requirement, { deaf: true });
  const seen = await look(one, target);
  const { exchanges } = record;
  if (!Object.hasOwn(pins, requirement)) {
    return { requirement, result: observationOf(one, seen), exchanges };
  }
  const pin = pins[requirement];
  const result: CheckResult = {
    ...saidBy(one),
    level: "pinned",
    ...("value" in seen ? held(pin, seen.value, exchanges.length) : seen),
    durationMs: Date.now() - startedAt,
    requests: counts.sent - sentBefore,
  };
  return { requirement, result, observation: { ...observationOf(one, seen), pinned: pin }, exchanges };
}

type Look =
  | { readonly value: unknown }
  | (Pick<Outcome, "verdict"> & NoJudgement & { readonly reason: string });

async function look<Context>(one: Judged<Context>, target: Target<Context>): Promise<Look> {
  const { record, returned } = target;
  let value: unknown;
  const error = await thrownBy(async () => {
    value = await one.observe?.(target.given(one.id));
  });
  if (error === undefined) return { value: redactValue(value, record) };
  const { reason, ...outcome } = outcomeOfError(error, returned);
  return { ...outcome, reason: record.redact(reason) };
}

function observationOf({ id, sections, text }: Judged<never>, seen: Look): ObservationResult {
  if ("value" in seen) return { requirement: id, sections, text, value: seen.value };
  const { verdict: _, ...why } = seen;
  return { requirement: id, sections, text, ...why };
}

/** @param last number of the last exchange of the observation. 0: it used answers to others */
function held(pin: unknown, seen: unknown, last: number): Outcome {
  if (keepsPin(pin, seen)) return { verdict: "passed" };
  const shows = last === 0 ? {} : { exchange: last };
  return { verdict: "failed", violation: { expected: canonicalText(pin), actual: actualOf(seen), ...shows } };
}

/** The observed value in the form of a pin. */
function actualOf(seen: unknown): string {
  if (typeof seen !== "object" || seen === null || !("value" in seen)) return canonicalText(seen);
  const varies = "stable" in seen && seen.stable === true ? "" : ", and it varies";
  return `${canonicalText(seen.value)}${varies}`;
}
