import { InapplicableError, UnofferedError } from "../../../engine/record/verdict.ts";
import type { Profile } from "../../../profile/schema/profile-schema.ts";
import { type Configuration, readEventTypes } from "../../merchant/configuration.ts";
import type { Arrival } from "../../../receiver/arrival.ts";

/** The event types that the document names, section 6. */
export const EVENT_TYPES = ["card.transaction", "card.status", "card.3ds-challenge"] as const;

/** Which event types a configuration subscribes to, of those that can be triggered. */
export interface Subscription {
  readonly subscribed: readonly string[];
  readonly unsubscribed: readonly string[];
  /** The configuration does not show the subscription, so that it is not known whether an event is delivered. */
  readonly unshown: readonly ("status" | "eventTypes")[];
}

/** @throws {UnofferedError} when the configuration is disabled, so that nothing is delivered to it */
export function subscriptionOf(
  configuration: Configuration,
  { trigger, triggers }: Profile["events"],
): Subscription {
  if (configuration.status === 0) {
    throw new UnofferedError(
      "merchants",
      "The configuration is disabled, and register has not enabled it. Use a merchant whose webhook register enables, or enable it before the run.",
    );
  }
  const isOpen = JSON.stringify(trigger).includes("{eventType}");
  const own = Object.keys(triggers);
  const triggered = isOpen ? [...new Set([...own, ...EVENT_TYPES])] : own;
  const { eventTypes, status } = configuration;
  const unshown = status === undefined ? (["status"] as const) : [];
  const names =
    triggered.length > 0 && typeof eventTypes === "string" ? readEventTypes(eventTypes) : undefined;
  if (names === undefined)
    return {
      subscribed: [triggered[0] ?? EVENT_TYPES[0]],
      unsubscribed: [],
      unshown: [...unshown, "eventTypes"],
    };
  return {
    subscribed: triggered.filter((name) => names.includes(name)),
    unsubscribed: triggered.filter((name) => !names.includes(name)),
    unshown,
  };
}

/** @throws {InapplicableError} when nothing that can be triggered is subscribed */
export function firstSubscribed({ subscribed }: Subscription): string {
  const [first] = subscribed;
  if (first !== undefined) return first;
  throw new InapplicableError(
    "The webhook subscribes to no event type that the profile can trigger, so the target delivers nothing.",
  );
}

/** The event types of which a delivery shows the name, in its body or a header. */
export function typesShown(
  { body, headers }: Pick<Arrival, "body" | "headers">,
  types: readonly string[],
): readonly string[] {
  const text = [Buffer.from(body).toString("utf8"), ...headers.map(([, value]) => value)].join("\n");
  return types.filter((type) => text.includes(type));
}

/**
 * The event types of a later attempt that shows none of the types of the first one: it may show none at all. A retry may
 * carry further events too. undefined: there is no such attempt.
 */
export function otherTypeIn(
  attempts: readonly Pick<Arrival, "body" | "headers">[],
  types: readonly string[],
): string | undefined {
  const [first = [], ...retries] = attempts.map((one) => typesShown(one, types));
  if (first.length === 0) return undefined;
  const other = retries.find((names) => !names.some((name) => first.includes(name)));
  return other && (other.join(", ") || "no type of an event");
}
