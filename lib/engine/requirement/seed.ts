import { createHash } from "node:crypto";

/** Derives a seed for each use, so that a new check does not change the inputs of the others. */
export function seedOf(runSeed: number, use: string): number {
  return createHash("sha256").update(`${runSeed}:${use}`).digest().readInt32BE(0);
}
