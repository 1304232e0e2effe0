import { canonicalText } from "../../../engine/requirement/plain.ts";
import type { SeenAnswer } from "./seen-answer.ts";

/** Finds which of two faults a refusal is about, by its likeness to known refusals. */
export function firstComplaint(
  seenAnswer: SeenAnswer | undefined,
  known: { readonly credentials: readonly SeenAnswer[]; readonly body: readonly SeenAnswer[] },
): string {
  if (seenAnswer === undefined) return "unclear";
  if (seenAnswer.succeeded) return "accepted";
  const likeness = (others: readonly SeenAnswer[]) =>
    Math.max(0, ...others.map((other) => traitsShared(seenAnswer, other)));
  const [credentials, body] = [likeness(known.credentials), likeness(known.body)];
  if (credentials === body) return "unclear";
  return credentials > body ? "the credentials" : "the body";
}

function traitsShared(one: SeenAnswer, other: SeenAnswer): number {
  const theirs = traitsOf(other);
  return traitsOf(one).filter((trait, index) => canonicalText(trait) === canonicalText(theirs[index])).length;
}

function traitsOf({ status, envelope }: SeenAnswer): readonly unknown[] {
  return [status, envelope?.code, envelope?.msg, envelope?.message];
}
