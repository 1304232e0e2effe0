import { canonical } from "../../../engine/plain.ts";
import type { Sighting } from "./sighting.ts";

/** Which of two faults a refusal is about, told by which known refusals it looks like. */
export function firstComplaint(
  sighting: Sighting | undefined,
  known: { readonly credentials: readonly Sighting[]; readonly body: readonly Sighting[] },
): string {
  if (sighting === undefined) return "cannot be told";
  if (sighting.succeeded) return "accepted";
  const likeness = (others: readonly Sighting[]) =>
    Math.max(0, ...others.map((other) => traitsShared(sighting, other)));
  const [credentials, body] = [likeness(known.credentials), likeness(known.body)];
  if (credentials === body) return "cannot be told";
  return credentials > body ? "the credentials" : "the body";
}

function traitsShared(one: Sighting, other: Sighting): number {
  const theirs = traitsOf(other);
  return traitsOf(one).filter((trait, index) => canonical(trait) === canonical(theirs[index])).length;
}

function traitsOf({ status, envelope }: Sighting): readonly unknown[] {
  return [status, envelope?.code, envelope?.msg, envelope?.message];
}
