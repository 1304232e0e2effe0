import { succeeded } from "../../exchange/answer.ts";
import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Plain } from "../../../engine/requirement/plain.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import type { Emission } from "../trigger/emission.ts";
import type { Hook } from "../urls/hook.ts";
import { failingAnswers } from "../scenes/fail-deliveries.ts";
import { lateMs } from "./observe-answers.ts";
import { registerHook, requireDelivery } from "../deliveries/registration.ts";

/** One is not enough where the retry comes before the configuration has changed. */
const FAILURES = 2;
const TIMES = 3;

/** An event whose delivery has failed, and will be made again. */
interface Pending {
  readonly hook: Hook;
  readonly emission: Emission;
}

/** Observes a retry that is due when its configuration is disabled, or gets another callback URL. */
export async function observeQueued({ deliveries, merchant }: EventsContext): Promise<Plain> {
  const againMs = await lateMs(deliveries, merchant);
  return {
    disabled: await whileDisabled(deliveries, merchant, againMs),
    updated: await afterUpdate(deliveries, merchant, againMs),
  };
}

async function whileDisabled(deliveries: Deliveries, merchant: Merchant, againMs: number): Promise<string> {
  const { hook, since } = await meanwhile(deliveries, merchant, async () => {
    if (succeeded(await merchant.disable())) return;
    throw new InconclusiveError("The configuration could not be disabled while a retry was due.");
  });
  const came = await deliveries.further(hook, since, { count: 1, withinMs: againMs });
  return came.length > 0 ? "delivered all the same" : "not delivered";
}

async function afterUpdate(deliveries: Deliveries, merchant: Merchant, againMs: number): Promise<string> {
  const before = await deliveries.mark();
  const { hook, emission, since, done } = await meanwhile(deliveries, merchant, async () =>
    deliveries.register(merchant),
  );
  await deliveries.silence(againMs);
  const isAtNew = deliveries.of(done, { ...emission, after: before.after }).length > 0;
  const isAtFormer = deliveries.of(hook, since).length > 0;
  if (isAtNew) return isAtFormer ? "delivered to both URLs" : "delivered to the new URL";
  return isAtFormer ? "delivered to the former URL" : "not delivered";
}

/** Changes the configuration between the first attempt at an event and the next one. @throws {InconclusiveError} when that comes too soon each time */
async function meanwhile<T>(
  deliveries: Deliveries,
  merchant: Merchant,
  change: () => Promise<T>,
): Promise<Pending & { readonly since: Emission; readonly done: T }> {
  for (let time = 0; time < TIMES; time += 1) {
    const found = await registerHook(deliveries, merchant, { plan: failingAnswers(FAILURES) });
    const { hook } = found;
    const emission = await deliveries.trigger(merchant, found.type);
    await requireDelivery(deliveries, found, emission);
    const done = await change();
    const since = { ...emission, ...(await deliveries.mark()) };
    const isPending = deliveries.of(hook, emission).length <= FAILURES;
    await deliveries.plan(hook);
    if (isPending) return { hook, emission, since, done };
  }
  throw new InconclusiveError("Retries came before the configuration could be changed.");
}
