import { InconclusiveError, Violation } from "../../../engine/verdict.ts";
import { ACKNOWLEDGED, type AnswerPlan, type AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Emission } from "../emission.ts";
import type { Registration } from "../registration.ts";
import { acceptFromNowOn, MAX_FAILURES } from "./count-attempts.ts";
import { registerHook } from "./establish-hook.ts";
import { missingEventError } from "./find-misdelivery.ts";
import { failIfPersistent } from "../rules/persistent-faults.ts";
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
 * @param isWhole whether every attempt fails at once in this way, if it fails at once; else the first one alone
 * @throws {Violation} when it is not retried within the time that all retries take
 */
export async function retriesUnanswered(
  deliveries: Deliveries,
  merchant: Merchant,
  failure: Unanswered,
  isWhole: boolean,
): Promise<void> {
  const promised = deliveries.isDirect ? await promisedBy(merchant) : 0;
  if (promised === 0 || (failure.mayCount && deliveries.acknowledge === undefined)) return;
  const failures = isWhole && failure.step.delayMs === 0 ? Math.min(promised + 1, MAX_FAILURES) : 1;
  const due = Math.min(failures + 1, promised + 1);
  await failIfPersistent(async () => findMissingRetry(deliveries, merchant, failure, { failures, due }));
}

/** Fails an event without an answer. @returns a violation if too few further attempts come within the time for all retries */
async function findMissingRetry(
  deliveries: Deliveries,
  merchant: Merchant,
  { what, step }: Unanswered,
  { failures, due }: { readonly failures: number; readonly due: number },
): Promise<Violation | undefined> {
  deliveries.failures.take(failures);
  const failing = Array.from({ length: failures - 1 }, () => step);
  const plan = [step, ...failing, deliveries.acknowledge ?? ACKNOWLEDGED] as const;
  const found = await registerHook(deliveries, merchant, { plan });
  const { hook } = found;
  const { emission, planned } = await failedEvent(deliveries, found, plan);
  const { patienceMs, retriesMs } = deliveries.waits;
  const withinMs = step.delayMs + (retriesMs ?? patienceMs);
  const { length } = await deliveries.further(hook, emission, { count: due, withinMs });
  await acceptFromNowOn(deliveries, hook, planned);
  if (length >= due) return undefined;
  if (length > 1 && (await merchant.configuration()).status === 0) return undefined;
  if (retriesMs === undefined)
    throw new InconclusiveError(
      `The target made ${length} of ${due} attempts at a failed delivery within ${withinMs / 1000} s (${what}): more may come later. Set events.retries.windowSeconds to the time that all retries take.`,
    );
  return new Violation({
    expected: `${due} attempts at an event whose delivery failed (${what}), because of \`retryCount\``,
    actual: `${length} within ${withinMs / 1000} s`,
  });
}

/**
 * Triggers an event whose first delivery fails. The plan of the hook holds already. A greeting of the new URL may use up
 * the failures: then they are planned once more.
 * @returns its emission, and how many failures were planned in all
 */
async function failedEvent(
  deliveries: Deliveries,
  found: Registration,
  plan: AnswerPlan,
  planned = plan.length - 1,
): Promise<{ readonly emission: Emission; readonly planned: number }> {
  const { hook, merchant, type } = found;
  const failures = plan.length - 1;
  const emission = await deliveries.trigger(merchant, type);
  const [first] = await deliveries.come(hook, emission);
  if (first?.answer.ending !== undefined) return { emission, planned };
  if (first === undefined || planned > failures) await acceptFromNowOn(deliveries, hook, planned);
  if (first === undefined) throw missingEventError(deliveries, hook);
  if (planned > failures)
    throw new InconclusiveError("Other deliveries to the URL have used up the planned failures.");
  deliveries.failures.take(failures);
  await deliveries.plan(hook, plan);
  return failedEvent(deliveries, found, plan, planned + failures);
}
