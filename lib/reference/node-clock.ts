import type { Call } from "./call.ts";
import { later } from "./store.ts";

/** The moment of a write by the clock of the node that serves the request, never before the moment given. */
export function momentOfWrite({ choices, number, store }: Call, notBefore: bigint): bigint {
  const now = store.nextInstant();
  if (choices.clockSkewMs === 0) return later(now, notBefore);
  return number % 2 === 0 ? now : now - BigInt(choices.clockSkewMs) * 1_000_000n;
}

/** The moment that a new configuration shows as its last update: by the clock of the node, where the time of its creation is the database's. */
export function momentOfCreation({ choices }: Call, created: bigint): bigint {
  return created - BigInt(choices.clockSkewMs) * 1_000_000n;
}
