import type { Configuration } from "../store.ts";
import type { DeliveryEvent } from "./delivery-event.ts";
import type { OutgoingRequest, Reply } from "./post-by-undici.ts";
import type { Sending } from "./sending.ts";

export type DeliveryContent = Pick<OutgoingRequest, "method" | "headers" | "body">;

/** How often is retried where `retryCount` is a counter, or a number that no schedule reaches. */
const RETRIES_OF_A_COUNTER = 3;

/** Rules of the document about deliveries (§1, §2.1, §6). */
export const deliveryRules = {
  /** The names of the merchants who get an event. */
  recipients: ({ merchant }: DeliveryEvent, _sending: Sending): readonly string[] => [merchant],
  /** Whether a configuration gets deliveries at all. */
  isEnabled: ({ status }: Configuration) => status === 1,
  isSubscribed: ({ eventTypes }: Configuration, { type }: DeliveryEvent) =>
    subscribedIn(eventTypes).includes(type),
  /** Where a delivery goes; asked before each attempt. */
  url: ({ callbackUrl }: Configuration, _event: DeliveryEvent, _attempt: number) => callbackUrl,
  /** How often a delivery that fails is made again. */
  retries: ({ retryCount }: Configuration, _event: DeliveryEvent) => retryCount,
  /** Whether an attempt is made that is due; the first one has number 1. */
  isAttempted: (_configuration: Configuration, _event: DeliveryEvent, _attempt: number) => true,
  /** Content and form of a delivery. */
  content: (content: DeliveryContent, _configuration: Configuration, _sending: Sending) => content,
  /** Whether an answer ends the attempts; undefined: no answer came. */
  isOver(answer: Reply | undefined, { choices }: Sending): boolean {
    if (answer === undefined || answer.status >= 500) return false;
    if (answer.status >= 400) return choices.clientErrorAnswer === "final";
    if (answer.status >= 300) return choices.redirectAnswer !== "retried";
    if (choices.acceptedAnswers === "with-a-body") return answer.body !== "";
    return choices.acceptedAnswers === "any-2xx" || answer.status === 200;
  },
};

/** How often a failed delivery is made again: by `retryCount`, unless that counts what was done. */
export function retriesOf(sending: Sending, configuration: Configuration, event: DeliveryEvent): number {
  const isCounter = typeof sending.choices.retryCount !== "number";
  const promised = isCounter ? { ...configuration, retryCount: RETRIES_OF_A_COUNTER } : configuration;
  return sending.rules.delivery.retries(promised, event);
}

function subscribedIn(eventTypes: string): readonly unknown[] {
  const names: unknown = JSON.parse(eventTypes);
  return Array.isArray(names) ? names : [];
}
