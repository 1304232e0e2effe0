import type { Transport, WireAnswer, WireRequest } from "../../http/transport.ts";
import { TransportFailure } from "../../http/transport-failure.ts";
import { undiciTransport } from "../../http/undici-transport.ts";
import { InconclusiveError } from "../../engine/verdict.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { isObject } from "../finding.ts";
import { readJson } from "../json.ts";

type Trigger = NonNullable<Profile["events"]["trigger"]>;
type Body = Trigger["body"];

/** What is asked of a trigger. */
export interface Wanted {
  /** Name of the merchant in the profile. */
  readonly merchant: string;
  readonly eventType: string;
}

/** Makes the target emit events, by the call that the profile gives. */
export class TriggerCall {
  readonly #profile: Profile;
  /** The way to the target itself, for a trigger that it offers under its own address. */
  readonly #target: Transport;
  #elsewhere: Transport | undefined;

  constructor(profile: Profile, target: Transport) {
    this.#profile = profile;
    this.#target = target;
  }

  /** @throws {InconclusiveError} when the trigger fails, or says that it sent nothing */
  async emit(wanted: Wanted): Promise<void> {
    const { trigger } = this.#profile.events;
    if (trigger === null) throw new Error("Cannot trigger an event: the profile has no trigger");
    const said = this.#saying(wanted.eventType, await this.#answerOf(trigger, wanted));
    if (said !== undefined) throw new InconclusiveError(said);
  }

  async close(): Promise<void> {
    await this.#elsewhere?.close();
  }

  async #answerOf(trigger: Trigger, wanted: Wanted): Promise<WireAnswer> {
    const url = filled(trigger.url, wanted, encodeURIComponent);
    const isHere = url.startsWith("/");
    const { origin } = isHere ? { origin: "" } : new URL(url);
    try {
      const request = requestOf(trigger, url.slice(origin.length), wanted);
      return await (isHere ? this.#target : this.#at(origin)).send(request);
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      throw new InconclusiveError(`The trigger of ${wanted.eventType} got no answer: ${error.message}`);
    }
  }

  #at(origin: string): Transport {
    this.#elsewhere ??= undiciTransport({
      baseUrl: origin,
      timeoutMs: this.#profile.limits.timeoutMs,
      allowH2: false,
    });
    return this.#elsewhere;
  }

  /** Why the answer of a trigger is no event; undefined: it is one. */
  #saying(eventType: string, { status, body }: WireAnswer): string | undefined {
    if (status >= 300)
      return `The trigger of ${eventType} was answered HTTP ${status}. Look at events.trigger.`;
    const reading = readJson(body);
    const isSilent = reading.ok && isObject(reading.value) && reading.value["dispatched"] === false;
    return isSilent ? `The trigger of ${eventType} says itself that it dispatched nothing.` : undefined;
  }
}

function requestOf({ method, headers, body }: Trigger, path: string, wanted: Wanted): WireRequest {
  const text = body === null ? undefined : JSON.stringify(filledIn(body, wanted));
  const given = Object.entries(headers);
  const isTyped = given.some(([name]) => name.toLowerCase() === "content-type");
  return {
    method,
    path,
    headers: [
      ...(text === undefined || isTyped ? [] : [["Content-Type", "application/json"] as const]),
      ...given,
    ],
    ...(text !== undefined && { body: Buffer.from(text) }),
    lane: "trigger",
  };
}

/** The body with every text filled in. */
function filledIn(body: Body, wanted: Wanted): Body {
  if (typeof body === "string") return filled(body, wanted, (text) => text);
  if (Array.isArray(body)) return body.map((item) => filledIn(item, wanted));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, filledIn(member, wanted)]));
}

function filled(text: string, { merchant, eventType }: Wanted, written: (value: string) => string): string {
  return text
    .replaceAll("{merchant}", () => written(merchant))
    .replaceAll("{eventType}", () => written(eventType));
}
