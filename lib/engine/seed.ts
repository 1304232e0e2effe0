import { createHash } from "node:crypto";

/** A seed of its own for each use, so that adding a check does not change what the others generate. */
export function seedOf(runSeed: number, use: string): number {
  return createHash("sha256").update(`${runSeed}:${use}`).digest().readInt32BE(0);
}
