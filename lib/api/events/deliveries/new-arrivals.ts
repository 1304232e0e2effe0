import { createHash } from "node:crypto";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Emission } from "../trigger/emission.ts";
import type { Hook } from "../urls/hook.ts";

/**
 * Deliveries to a hook since an event, each event once: neither earlier deliveries, to whatever hook, nor
 * another copy. Copies have the same bytes in their bodies.
 */
export function newArrivals(deliveries: Deliveries, hook: Hook, emission: Emission): readonly Arrival[] {
  const known = new Set(
    deliveries.all.filter(({ number }) => number <= emission.after).map((arrival) => digestOf(arrival)),
  );
  return deliveries.at(hook, emission).filter((arrival) => {
    const digest = digestOf(arrival);
    if (known.has(digest)) return false;
    known.add(digest);
    return true;
  });
}

/** Each body is read once, however often its arrival is looked at. */
const digests = new WeakMap<Arrival, string>();

function digestOf(arrival: Arrival): string {
  const digest = digests.get(arrival) ?? createHash("sha256").update(arrival.body).digest("base64");
  digests.set(arrival, digest);
  return digest;
}
