import { unspecified } from "../../../lib/api/requirement.ts";
import { disableDraft, type Draft, registerBody } from "../../../lib/api/draft.ts";
import type { Context } from "../../../lib/api/context.ts";
import { acquainted } from "../../../lib/api/webhook/observing/acquainted.ts";
import { type Reception, readingOf, reception } from "../../../lib/api/webhook/observing/granted.ts";
import { type Observed, steady, twice } from "../../../lib/engine/observed.ts";
import { type Passage, passages } from "../../../lib/api/webhook/observing/passages.ts";
import type { Plain } from "../../../lib/engine/plain.ts";
import { updateTimeAfter } from "../../../lib/api/webhook/observing/update-time.ts";
import { InapplicableError, InconclusiveError, UnreturnedError } from "../../../lib/engine/verdict.ts";

const LOOKS = 2;
const by = (method: string) => ({ ...disableDraft("open"), label: `disable by ${method}`, method });
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

export const secondAnswer = unspecified("disable.second-answer", {
  sections: ["3.2"],
  text: "The answer to disabling a disabled configuration.",
  observe: async (context): Promise<Observed> => {
    const { merchant } = context;
    await acquainted(context);
    for (let more = (await answersTo(context, "second disable")).length; more < LOOKS; more += 1) {
      await merchant.disabled();
      await merchant.send(disableDraft("open"));
    }
    const looks = await answersTo(context, "second disable");
    if (looks.length === 0) throw new UnreturnedError(["status"], "The target does not return `status`.");
    return steady(looks);
  },
});

export const withoutConfiguration = unspecified("disable.without-configuration", {
  sections: ["3.2"],
  text: "Disable when the merchant has no configuration.",
  observe: async (context) => {
    const looks = await answersTo(context, "disable of nothing");
    if (looks.length > 0) return steady(looks);
    throw new InapplicableError("Every merchant of the run had a configuration; nothing can delete one.");
  },
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

export const withBody = unspecified("disable.with-body", {
  sections: ["4.2"],
  text: "Disable with a request body.",
  observe: async (context) =>
    twice(context, async () =>
      receptionWhileEnabled(context, { ...registerBody("{}", "open"), ...disableDraft("open") }),
    ),
});

export const otherMethods = unspecified("disable.other-methods", {
  sections: ["4"],
  text: "Disable with another HTTP method.",
  observe: async (context) => {
    return twice(context, async () => ({
      GET: await receptionWhileEnabled(context, by("GET")),
      PUT: await receptionWhileEnabled(context, by("PUT")),
    }));
  },
});

export const movesUpdateTime = unspecified("disable.update-time", {
  sections: ["2.1", "3.2"],
  text: "Whether disable moves `updateTime`.",
  observe: async (context) =>
    twice(context, async () => {
      await enabled(context);
      return updateTimeAfter(context, async () => context.merchant.disable());
    }),
});
