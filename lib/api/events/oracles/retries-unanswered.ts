import { InconclusiveError, Violation } from "../../../engine/verdict.ts";
import { ACKNOWLEDGED, type AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { acceptFromNowOn } from "./count-attempts.ts";
import { registerHook } from "./establish-hook.ts";
import { missingEventError } from "./find-misdelivery.ts";
import { failIfPersistent } from "./fail-if-persistent.ts";
import { promisedBy } from "./retried.ts";

/** Longer than most senders wait for an answer. */
const SILENT_MS = 20_000;

/** A delivery that fails without an answer. */
interface Unanswered {
  readonly what: string;
  readonly step: AnswerStep & { readonly delayMs: number };
  /** Whether a sender may take it for a success unless it is known what it wants for an answer. */
  readonly mayCount: boolean;
}

export const UNANSWERED: readonly Unanswered[] = [
  {
    what: "the connection broke before an answer",
    step: { status: 500, ending: "reset", delayMs: 0 },
    mayCount: false,
  },
  {
    what: `no answer came for ${SILENT_MS / 1000} s, and then the connection broke`,
    step: { status: 500, ending: "reset", delayMs: SILENT_MS },
    mayCount: true,
  },
];

/**
 * A delivery without an answer is a failed one, and retried. Only a receiver with nothing before it can show that.
 * @throws {Violation} when it is not retried within the time that all retries take
 */
export async function retriesUnanswered(
  deliveries: Deliveries,
  merchant: Merchant,
  failures: readonly Unanswered[],
): Promise<void> {
  if (!deliveries.isDirect || (await promisedBy(merchant)) === 0) return;
  const telling = failures.filter(({ mayCount }) => !mayCount || deliveries.acknowledge !== undefined);
  for (const failure of telling) await failIfPersistent(async () => unretried(deliveries, merchant, failure));
}

async function unretried(
  deliveries: Deliveries,
  merchant: Merchant,
  { what, step }: Unanswered,
): Promise<Violation | undefined> {
  deliveries.failures.take(1);
  const plan = [step, deliveries.acknowledge ?? ACKNOWLEDGED] as const;
  const { hook, type } = await registerHook(deliveries, merchant, { plan });
  const emission = await deliveries.trigger(merchant, type);
  const [first] = await deliveries.come(hook, emission);
  if (first === undefined) {
    await acceptFromNowOn(deliveries, hook, 1);
    throw missingEventError(deliveries, hook);
  }
  const { patienceMs, retriesMs } = deliveries.waits;
  const withinMs = step.delayMs + (retriesMs ?? patienceMs);
  const { length } = await deliveries.come(hook, emission, { count: 2, withinMs });
  if (length > 1) return undefined;
  if (retriesMs === undefined)
    throw new InconclusiveError(
      `The target did not retry a failed delivery within ${withinMs / 1000} s (${what}): a retry may come later. Set events.retries.windowSeconds to the time that all retries take.`,
    );
  return new Violation({
    expected: `a retry of a failed delivery (${what}), because \`retryCount\` is not 0`,
    actual: `1 attempt within ${withinMs / 1000} s`,
  });
}
