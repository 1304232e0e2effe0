import { driftLine, driftsFromPin } from "../requirement/drift.ts";
import { fingerprintOf, NOT_ASKED, unseenReason, type SeenParts, type Unseen } from "./fingerprint.ts";
import type { Judged } from "../record/judged.ts";
import type { Parts } from "../requirement/parts.ts";
import { type Outcome, thrownBy } from "./outcome.ts";
import type { CheckResult, Judgement, ObservationResult } from "../record/result.ts";
import type { Target } from "../record/target.ts";
import { saidBy } from "../plan/unjudged.ts";

/** A target without findings: an observation never decides. */
type ObservedTarget<Context> = Omit<Target<Context>, "findings" | "interference">;

/** Makes one observation. Gives no verdict, unless the profile pins parts of it. */
export async function judgeObservation<Context>(
  one: Judged<Context>,
  target: ObservedTarget<Context>,
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
    ...held(pin, seen),
    durationMs: Date.now() - startedAt,
    requests: counts.sent - sentBefore,
  };
  return { requirement, result, observation: { ...observationOf(one, seen), pinned: pin }, exchanges };
}

/** A defect of the suite in one part is a defect of the observation. */
async function look<Context>(one: Judged<Context>, target: ObservedTarget<Context>): Promise<SeenParts> {
  let parts: Parts = {};
  const error = await thrownBy(async () => {
    parts = (await one.observe?.(target.given(one.id))) ?? {};
  });
  const seen = error === undefined ? fingerprintOf(parts, target) : without(unseenReason(error, target));
  const defect = [...seen.unseen.values()].find(({ verdict }) => verdict === "errored");
  return defect === undefined ? seen : without(defect);
}

function without(reason: Unseen): SeenParts {
  return { fingerprint: undefined, unseen: new Map([["", reason]]), exchanges: new Map() };
}

function observationOf(
  { id, sections, text }: Judged<never>,
  { fingerprint, unseen }: SeenParts,
): ObservationResult {
  if (fingerprint !== undefined) return { requirement: id, sections, text, value: fingerprint };
  const [{ verdict: _, ...why } = {}] = unseen.values();
  return { requirement: id, sections, text, ...why };
}

/**
 * Compares an observation with its pin. A pinned part that has another value fails. Otherwise the first pinned part without a
 * value decides. One that does not apply decides only if no pinned part has a value.
 */
function held(pin: unknown, { fingerprint, unseen, exchanges }: SeenParts): Outcome {
  const isLost = unseen.has("") && unseen !== NOT_ASKED;
  const seen = fingerprint ?? { value: {}, stable: true };
  const drifts = isLost ? [] : driftsFromPin(withoutParts(pin, unseen), seen);
  const [drift] = drifts;
  if (drift !== undefined) {
    const exchange = [...exchanges].find(([part]) => `${drift.part}, `.startsWith(`${part}, `))?.[1];
    const [expected, actual] = [driftLine(drifts, "before"), driftLine(drifts, "after")];
    const violation = { expected, actual, ...(exchange !== undefined && { exchange }) };
    return { verdict: "failed", violation };
  }
  const pinned = [...unseen].filter(([part]) => part === "" || partsOf(pin).includes(part));
  const isSeen = fingerprint !== undefined && pinned.length < partsOf(pin).length;
  const decisive = isSeen ? pinned.filter(([, { verdict }]) => verdict !== "inapplicable") : pinned;
  const [first = fingerprint === undefined ? [...unseen][0] : undefined] = decisive;
  if (first === undefined) return { verdict: "passed" };
  const [part, why] = first;
  return { ...why, reason: part === "" ? why.reason : `${part}: ${why.reason}` };
}

function partsOf(pin: unknown): readonly string[] {
  return typeof pin === "object" && pin !== null ? Object.keys(pin) : [];
}

function withoutParts(pin: unknown, unseen: SeenParts["unseen"]): unknown {
  if (typeof pin !== "object" || pin === null) return pin;
  return Object.fromEntries(Object.entries(pin).filter(([part]) => !unseen.has(part)));
}
