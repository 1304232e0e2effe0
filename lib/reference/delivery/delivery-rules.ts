import type { Configuration } from "../store.ts";
import type { DeliveryEvent } from "./delivery-event.ts";
import type { OutgoingRequest, Reply } from "./post-by-undici.ts";
import type { Sending } from "./sending.ts";

/** Method, headers and body of a delivery. */
export type DeliveryContent = Pick<OutgoingRequest, "method" | "headers" | "body">;

/** Rules of the document about deliveries (§1, §2.1, §6). */
export interface DeliveryRules {
  /** The names of the merchants who get an event. */
  readonly recipients: (event: DeliveryEvent, sending: Sending) => readonly string[];
  /** Whether a configuration gets deliveries at all. */
  readonly isEnabled: (configuration: Configuration) => boolean;
  readonly isSubscribed: (configuration: Configuration, event: DeliveryEvent) => boolean;
  /** Where a delivery goes; asked before each attempt. */
  readonly url: (configuration: Configuration, event: DeliveryEvent, attempt: number) => string;
  /** How often a delivery that fails is made again. */
  readonly retries: (configuration: Configuration, event: DeliveryEvent) => number;
  /** Whether an attempt is made that is due; the first one has number 1. */
  readonly isAttempted: (configuration: Configuration, event: DeliveryEvent, attempt: number) => boolean;
  /** Content and form of a delivery. */
  readonly content: (
    content: DeliveryContent,
    configuration: Configuration,
    sending: Sending,
  ) => DeliveryContent;
  /** Whether an answer ends the attempts; undefined: no answer came. */
  readonly isOver: (answer: Reply | undefined, sending: Sending) => boolean;
}

/** How often is retried where `retryCount` is a counter, or a number that no schedule reaches. */
const RETRIES_OF_A_COUNTER = 3;

export const deliveryRules: DeliveryRules = {
  recipients: ({ merchant }) => [merchant],
  isEnabled: ({ status }) => status === 1,
  isSubscribed: ({ eventTypes }, { type }) => subscribedIn(eventTypes).includes(type),
  url: ({ callbackUrl }) => callbackUrl,
  retries: ({ retryCount }) => retryCount,
  isAttempted: () => true,
  content: (content) => content,
  isOver(answer, { choices }) {
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
