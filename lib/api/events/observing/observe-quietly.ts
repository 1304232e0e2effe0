import type { Plain } from "../../../engine/requirement/plain.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import { handshakeForm } from "../../../receiver/handshake.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import type { Emission } from "../trigger/emission.ts";
import { isForHook } from "../urls/hook.ts";
import { timeInWords } from "./observe-answers.ts";
import { payloadShape } from "./payload-shape.ts";
import type { Watch } from "../deliveries/watch.ts";
import { missingEventError } from "../deliveries/find-misdelivery.ts";
import { bodyKey } from "../deliveries/new-arrivals.ts";
import { registerHook, requireDelivery } from "../deliveries/registration.ts";

type Context = Pick<EventsContext, "deliveries" | "merchant">;

/** Begins a look at URLs of its own. @returns reads them, after some time without events */
type Look = (context: Context) => Promise<() => Plain>;

const EVENTS = 6;
/** How long the answer to each takes: what comes meanwhile does not wait for it. */
const ANSWER_MS = 300;
const AT_ONCE_MS = 250;
/** A greeting may come so late. */
const GREETING_MS = 1_000;
/** One of those that a client may follow by GET, and one of those that it repeats. */
const FIRST = [301, 307];
const FURTHER = [302, 303, 308];

/** Observes several events in a row: how soon they come, whether one waits for another, repetitions, and their order. */
const several: Look = async ({ deliveries, merchant }) => {
  const slow = { ...deliveries.usualAnswer, delayMs: ANSWER_MS };
  const plan = Array.from({ length: EVENTS }, () => slow);
  const { hook, type } = await registerHook(deliveries, merchant, { plan });
  const emissions: Emission[] = [];
  for (let event = 0; event < EVENTS; event += 1) emissions.push(await deliveries.trigger(merchant, type));
  const { after = 0, at = 0 } = emissions[0] ?? {};
  await deliveries.further(hook, { after, at }, { count: EVENTS });
  return () => {
    const came = deliveries.at(hook, { after, at });
    const [earliest] = came;
    if (earliest === undefined) throw missingEventError(deliveries, hook);
    const keys = came.map((arrival) => deliveries.eventId(arrival) ?? bodyKey(arrival));
    return {
      delay: earliest.ticks - at < AT_ONCE_MS ? "at once" : timeInWords(earliest.ticks - at),
      ...atOnce(emissions, came),
      duplicates: new Set(keys).size < keys.length ? "some" : "none",
      ...inOrder(emissions, keys),
    };
  };
};

/** Nothing, where each event came after the answer to the one before had been given. */
function atOnce(emissions: readonly Emission[], came: readonly Arrival[]): Record<string, string> {
  const answeredAt = came.map(({ ticks }) => ticks + ANSWER_MS);
  if (came.slice(1).some(({ ticks }, before) => ticks < (answeredAt[before] ?? 0)))
    return { deliveries: "several at once" };
  const wasDue = emissions.slice(1).some(({ at }, before) => at < (answeredAt[before] ?? 0));
  return wasDue ? { deliveries: "one after the other" } : {};
}

/** Nothing, where the event of a delivery is not known. */
function inOrder(emissions: readonly Emission[], keys: readonly string[]): Record<string, string> {
  const places = emissions
    .flatMap(({ id }) => (id === undefined ? [] : keys.indexOf(id)))
    .filter((at) => at >= 0);
  if (places.length < 2) return {};
  const isKept = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
  return { order: isKept ? "kept" : "changed" };
}

/** Whether a sender goes where redirects lead, and with what. */
function redirects(statuses: readonly number[]): Look {
  return async (context) => {
    const readers: [status: number, reader: () => string][] = [];
    for (const status of statuses) readers.push([status, await redirected(context, status)]);
    return () => Object.fromEntries(readers.map(([status, reader]) => [status, reader()]));
  };
}

async function redirected({ deliveries, merchant }: Context, status: number): Promise<() => string> {
  const aside = await deliveries.aside(merchant);
  const plan = [{ status, headers: { location: aside.url } }];
  const found = await registerHook(deliveries, merchant, { plan });
  const emission = await deliveries.trigger(merchant, found.type);
  await requireDelivery(deliveries, found, emission);
  const [sent] = deliveries.at(found.hook, emission);
  return () => {
    const [came] = deliveries.of(aside, emission);
    // A GET without a body may only test whether the receiver answers.
    const arrival = came ?? deliveries.receiver?.handshakes.find((one) => isForHook(one, aside));
    if (arrival === undefined || sent === undefined) return "not followed";
    return `${arrival.method}, ${bodyOf(arrival, sent)}`;
  };
}

function bodyOf(arrival: Arrival, sent: Arrival): string {
  if (arrival.body.length === 0) return "without a body";
  return bodyKey(arrival) === bodyKey(sent) ? "with the same body" : "with another body";
}

/** Observes requests to a callback URL when it is registered, before any event: verification and greeting. */
const atRegistering: Look = async ({ deliveries, merchant }) => {
  const before = await deliveries.mark();
  const hook = await deliveries.register(merchant);
  await deliveries.until(deliveries.now + Math.min(GREETING_MS, deliveries.waits.silenceMs));
  return () => {
    const came = deliveries.at(hook, before);
    const asked = deliveries.receiver?.handshakes.find((arrival) => isForHook(arrival, hook));
    const [first] = came;
    return {
      verification: asked === undefined ? "none" : (handshakeForm(asked) ?? asked.method),
      greeting: first === undefined ? "none" : { method: first.method, payload: payloadShape(came) },
    };
  };
};

/** The looks of one wait. Retries after a redirect may come to a later URL, so it is the last one. */
const LOOKS = { several, atRegistering, redirects: redirects(FIRST) };

/** Reads one of several looks. The first one begins all of them, and waits once for all. */
export async function observeQuietly(context: Context, name: keyof typeof LOOKS): Promise<Plain> {
  const { quietLooks } = context.deliveries.history;
  if (quietLooks.size === 0) {
    const watch = context.deliveries.watch();
    for (const [own, look] of Object.entries(LOOKS)) quietLooks.set(own, await begun(look, context));
    await context.deliveries.silence(ANSWER_MS);
    assertNoLapse(watch, quietLooks);
  }
  return quietLooks.get(name)?.() ?? {};
}

/** @throws {InconclusiveError} when the receiver could not be reached all the time: the next look begins again */
function assertNoLapse(watch: Watch, looks: Map<string, unknown>): void {
  try {
    watch.assertNoLapse();
  } catch (error) {
    looks.clear();
    throw error;
  }
}

/** The further redirects are observed only if the sender follows one of the first. */
export async function observeRedirects(context: Context): Promise<Plain> {
  const first = await observeQuietly(context, "redirects");
  if (Object.values(Object(first)).every((how) => how === "not followed")) return first;
  const further = await redirects(FURTHER)(context);
  await context.deliveries.silence();
  return { ...Object(first), ...Object(further()) };
}

/** A look that cannot begin throws its error when it is read. */
async function begun(look: Look, context: Context): Promise<() => Plain> {
  try {
    return await look(context);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
