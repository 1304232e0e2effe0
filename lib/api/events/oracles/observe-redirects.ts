import type { Plain } from "../../../engine/plain.ts";
import { ACKNOWLEDGED } from "../../../receiver/answer-plan.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { isForHook, type Hook } from "../hook.ts";
import { registerHook, requireDelivery } from "./establish-hook.ts";

/** One of those that a client may follow by GET, and one of those that it repeats. */
const FIRST = [301, 307];
const FURTHER = [302, 303, 308];

/** Whether a sender goes where a redirect leads, and with what. The further ones are asked of who follows one of the first. */
export async function observeRedirects(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const first = await led(deliveries, merchant, FIRST);
  const isFollower = Object.values(first).some((how) => how !== "not followed");
  return isFollower ? { ...first, ...(await led(deliveries, merchant, FURTHER)) } : first;
}

async function led(
  deliveries: Deliveries,
  merchant: Merchant,
  statuses: readonly number[],
): Promise<Record<string, string>> {
  const ways: Record<string, string> = {};
  for (const status of statuses) ways[status] = await followed(deliveries, merchant, status);
  return ways;
}

async function followed(deliveries: Deliveries, merchant: Merchant, status: number): Promise<string> {
  deliveries.failures.take(1);
  const aside = await deliveries.aside(merchant);
  const plan = [
    { status, headers: { location: aside.url } },
    deliveries.acknowledge ?? ACKNOWLEDGED,
  ] as const;
  const found = await registerHook(deliveries, merchant, { plan });
  const emission = await deliveries.trigger(merchant, found.type);
  await requireDelivery(deliveries, found, emission);
  const [sent] = deliveries.at(found.hook, emission);
  const [came] = await deliveries.further(aside, emission, {
    count: 1,
    withinMs: deliveries.waits.silenceMs,
  });
  const arrival = came ?? (await lookedAt(deliveries, aside));
  if (arrival === undefined || sent === undefined) return "not followed";
  deliveries.failures.giveBack(1);
  return `${arrival.method}, ${bodyOf(arrival, sent)}`;
}

/** A GET without a body may only test whether the receiver answers. */
async function lookedAt(deliveries: Deliveries, hook: Hook): Promise<Arrival | undefined> {
  await deliveries.mark();
  return deliveries.receiver?.handshakes.find((arrival) => isForHook(arrival, hook));
}

function bodyOf({ body }: Arrival, sent: Arrival): string {
  if (body.length === 0) return "without a body";
  return Buffer.compare(body, sent.body) === 0 ? "with the same body" : "with another body";
}
