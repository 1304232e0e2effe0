import { observe } from "../../lib/check.ts";
import { queryDraft } from "../../lib/client/draft.ts";
import { acquainted } from "../../lib/observing/acquainted.ts";
import { byKind, byOperation, merged } from "../../lib/observing/by-name.ts";
import { headerTraits } from "../../lib/observing/header-traits.ts";
import { extraNames } from "../../lib/observing/extra-names.ts";
import { type Observed, steady } from "../../lib/observing/observed.ts";
import type { Plain } from "../../lib/observing/plain.ts";
import type { SeenEnvelope, Sighting } from "../../lib/observing/sighting.ts";

const NO_ENVELOPE = "no envelope";

const reading =
  (read: (envelope: SeenEnvelope) => Plain) =>
  ({ envelope }: Sighting): Plain =>
    envelope === undefined ? NO_ENVELOPE : read(envelope);

export const codeOfSuccesses = observe("envelope.success-code", async (context) =>
  merged(
    byOperation(
      await acquainted(context),
      reading(({ code }) => code),
    ),
  ),
);

export const codesOfRefusals = observe("envelope.refusal-codes", async (context) => {
  const { value, stable } = byKind(
    await acquainted(context),
    reading(({ code }) => code),
  );
  return { value, stable };
});

export const httpStatuses = observe("envelope.http-statuses", async (context) => {
  const sightings = await acquainted(context);
  const successes = merged(byOperation(sightings, ({ status }) => status));
  const refusals = byKind(sightings, ({ status }) => status);
  return {
    value: { successes: successes.value, refusals: refusals.value },
    stable: successes.stable && refusals.stable,
  };
});

export const dataOfRefusals = observe("envelope.refusal-data", async (context) =>
  merged(
    byKind(
      await acquainted(context),
      reading(({ data }) => data),
    ),
  ),
);

export const wording = observe("envelope.wording", async (context): Promise<Observed> => {
  const sightings = await acquainted(context);
  const [msg, message] = [wordingIn(sightings, "msg"), wordingIn(sightings, "message")];
  return { value: { msg: msg.value, message: message.value }, stable: msg.stable && message.stable };
});

function wordingIn(sightings: readonly Sighting[], name: "msg" | "message"): Observed {
  const read = reading((envelope) => envelope[name]);
  const successes = merged(byOperation(sightings, read));
  const refusals = merged(byKind(sightings, read));
  return {
    value: { successes: successes.value, refusals: refusals.value },
    stable: successes.stable && refusals.stable,
  };
}

export const extraMembers = observe("envelope.extra-members", async (context) => {
  const sightings = await acquainted(context);
  const named = (succeeded: boolean) =>
    sightings.flatMap((sighting) =>
      sighting.succeeded === succeeded && sighting.envelope !== undefined ? [sighting.envelope.extra] : [],
    );
  const [successes, refusals] = [extraNames(named(true)), extraNames(named(false))];
  return {
    value: { successes: successes.value, refusals: refusals.value },
    stable: successes.stable && refusals.stable,
  };
});

function typeOf({ headers }: Sighting): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "absent";
}

export const contentType = observe("envelope.content-type", async (context) => {
  const sightings = await acquainted(context);
  const successes = merged(byOperation(sightings, typeOf));
  const refusals = merged(byKind(sightings, typeOf));
  return {
    value: { successes: successes.value, refusals: refusals.value },
    stable: successes.stable && refusals.stable,
  };
});

export const answerToAnUnknownPath = observe("envelope.unknown-path", async (context) => {
  const sightings = await acquainted(context);
  return steady(
    sightings
      .filter(({ kind }) => kind === "unknown path")
      .map(({ succeeded, envelope }) =>
        succeeded
          ? "accepted"
          : envelope === undefined
            ? "refused without an envelope"
            : "refused with an envelope",
      ),
  );
});

export const styleOfTheJson = observe("envelope.json-style", async (context) => {
  const sightings = (await acquainted(context)).filter(
    ({ label, succeeded }) => label === "query" && succeeded,
  );
  const envelopes = sightings.flatMap(({ envelope }) => (envelope === undefined ? [] : [envelope]));
  const order = new Set(envelopes.map(({ ordered }) => ordered));
  const style = steady(
    envelopes.map((envelope) => (envelope.style.length === 0 ? "compact" : envelope.style)),
  );
  const members =
    order.size > 1
      ? "in varying order"
      : order.has(true)
        ? "in the order of the document"
        : "in another order";
  return { value: { members, style: style.value }, stable: style.stable && order.size === 1 };
});

export const headers = observe("envelope.headers", async (context) => {
  const { merchant, seen, probes } = context;
  const own = (await acquainted(context)).filter(({ kind }) => kind !== "unknown path");
  const traits = headerTraits(own.map((sighting) => sighting.headers));
  if (!probes) return traits;
  const before = seen.sightings.length;
  for (let time = 0; time < 2; time += 1) {
    await merchant.send({ ...queryDraft("open"), headers: [["Accept-Encoding", "gzip"]] });
  }
  const asked = headerTraits(
    seen.sightings.slice(before).map((sighting) => sighting.headers),
    ["compression"],
  );
  return {
    value: { ...traits.value, "when gzip is asked for": asked.value },
    stable: traits.stable && asked.stable,
  };
});
