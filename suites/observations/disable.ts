import { observe } from "../../lib/check.ts";
import { disableDraft, type Draft, registerBody } from "../../lib/client/draft.ts";
import type { Context } from "../../lib/context.ts";
import { acquainted } from "../../lib/observing/acquainted.ts";
import { type Reception, readingOf, reception } from "../../lib/observing/granted.ts";
import { type Observed, steady, twice } from "../../lib/observing/observed.ts";
import { type Passage, passages } from "../../lib/observing/passages.ts";
import type { Plain } from "../../lib/observing/plain.ts";
import { updateTimeAfter } from "../../lib/observing/update-time.ts";
import { InapplicableError, InconclusiveError, UnreturnedError } from "../../lib/verdict.ts";

const LOOKS = 2;

async function answersTo(context: Context, kind: Passage["kind"]): Promise<Plain[]> {
  const looks: Plain[] = [];
  for (const passage of passages([...context.seen.sightings])) {
    if (passage.kind !== kind || !("sighting" in passage)) continue;
    const { succeeded, envelope } = passage.sighting;
    if (succeeded) looks.push("accepted");
    else looks.push(envelope === undefined ? "no envelope" : await readingOf(context, envelope));
  }
  return looks;
}

export const secondAnswer = observe("disable.second-answer", async (context): Promise<Observed> => {
  const { merchant } = context;
  await acquainted(context);
  for (let more = (await answersTo(context, "second disable")).length; more < LOOKS; more += 1) {
    await merchant.disabled();
    await merchant.send(disableDraft("open"));
  }
  const looks = await answersTo(context, "second disable");
  if (looks.length === 0) throw new UnreturnedError(["status"], "The target does not return `status`.");
  return steady(looks);
});

export const withoutConfiguration = observe("disable.without-configuration", async (context) => {
  const looks = await answersTo(context, "disable of nothing");
  if (looks.length > 0) return steady(looks);
  throw new InapplicableError("Every merchant of the run had a configuration; nothing can delete one.");
});

/** A disable in another way, of an enabled configuration. */
async function receptionWhileEnabled(context: Context, draft: Draft): Promise<Reception> {
  await enabled(context);
  return reception(context, draft);
}

async function enabled({ merchant, urls }: Context): Promise<void> {
  const { status } = await merchant.enabled();
  if (status === undefined) await merchant.accepts(urls.fresh());
  if (status === 0) {
    throw new InconclusiveError("The target has no enabled configuration, and register does not enable it.");
  }
}

export const withBody = observe("disable.with-body", async (context) =>
  twice(context, async () =>
    receptionWhileEnabled(context, { ...registerBody("{}", "open"), ...disableDraft("open") }),
  ),
);

const by = (method: string) => ({ ...disableDraft("open"), label: `disable by ${method}`, method });

export const otherMethods = observe("disable.other-methods", async (context) => {
  return twice(context, async () => ({
    GET: await receptionWhileEnabled(context, by("GET")),
    PUT: await receptionWhileEnabled(context, by("PUT")),
  }));
});

export const movesUpdateTime = observe("disable.update-time", async (context) =>
  twice(context, async () => {
    await enabled(context);
    return updateTimeAfter(context, async () => context.merchant.disable());
  }),
);
