import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { disableDraft, type Draft, registerBody } from "../../../lib/api/request/draft.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { everyKindSeen } from "../../../lib/api/webhook/observing/every-kind-seen.ts";
import {
  type Acceptance,
  readingOf,
  observeAcceptance,
} from "../../../lib/api/webhook/observing/acceptance.ts";
import { type Observed, summarizeLooks, lookTwice } from "../../../lib/engine/observed.ts";
import { type Transition, transitionsIn } from "../../../lib/api/webhook/observing/transitions.ts";
import type { Plain } from "../../../lib/engine/plain.ts";
import { updateTimeAfter } from "../../../lib/api/webhook/observing/update-time.ts";
import { InapplicableError, InconclusiveError, UnreturnedError } from "../../../lib/engine/verdict.ts";

const LOOKS = 2;
const by = (method: string) => ({ ...disableDraft("open"), label: `disable by ${method}`, method });
async function answersTo(context: WebhookContext, kind: Transition["kind"]): Promise<Plain[]> {
  const looks: Plain[] = [];
  for (const transition of transitionsIn([...context.seen.answers])) {
    if (transition.kind !== kind || !("seenAnswer" in transition)) continue;
    const { succeeded, envelope } = transition.seenAnswer;
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
    await everyKindSeen(context);
    for (let more = (await answersTo(context, "second disable")).length; more < LOOKS; more += 1) {
      await merchant.disabled();
      await merchant.send(disableDraft("open"));
    }
    const looks = await answersTo(context, "second disable");
    if (looks.length === 0) throw new UnreturnedError(["status"], "The target does not return `status`.");
    return summarizeLooks(looks);
  },
});

export const withoutConfiguration = unspecified("disable.without-configuration", {
  sections: ["3.2"],
  text: "Disable when the merchant has no configuration.",
  observe: async (context) => {
    const looks = await answersTo(context, "disable of nothing");
    if (looks.length > 0) return summarizeLooks(looks);
    throw new InapplicableError("Every merchant of the run had a configuration; nothing can delete one.");
  },
});

/** A disable in another way, of an enabled configuration. */
async function acceptanceWhileEnabled(context: WebhookContext, draft: Draft): Promise<Acceptance> {
  await enabled(context);
  return observeAcceptance(context, draft);
}

async function enabled({ merchant, urls }: WebhookContext): Promise<void> {
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
    lookTwice(context, async () =>
      acceptanceWhileEnabled(context, { ...registerBody("{}", "open"), ...disableDraft("open") }),
    ),
});

export const otherMethods = unspecified("disable.other-methods", {
  sections: ["4"],
  text: "Disable with another HTTP method.",
  observe: async (context) => {
    return lookTwice(context, async () => ({
      GET: await acceptanceWhileEnabled(context, by("GET")),
      PUT: await acceptanceWhileEnabled(context, by("PUT")),
    }));
  },
});

export const movesUpdateTime = unspecified("disable.update-time", {
  sections: ["2.1", "3.2"],
  text: "Whether disable moves `updateTime`.",
  observe: async (context) =>
    lookTwice(context, async () => {
      await enabled(context);
      return updateTimeAfter(context, async () => context.merchant.disable());
    }),
});
