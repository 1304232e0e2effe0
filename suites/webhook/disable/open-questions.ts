import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { disableDraft, type Draft, registerBody } from "../../../lib/api/request/draft.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { answersTo, observeAcceptance } from "../../../lib/api/webhook/observing/acceptance.ts";
import { answersOf } from "../../../lib/api/webhook/observing/answer-traits.ts";
import { askOperations } from "../../../lib/api/webhook/observing/ask-kinds.ts";
import { askTwice, eachPart, summarizeLooks } from "../../../lib/engine/judge/observed.ts";
import { updateTimeAfter } from "../../../lib/api/webhook/observing/update-time.ts";
import { InapplicableError, InconclusiveError, UnreturnedError } from "../../../lib/engine/record/verdict.ts";

const LOOKS = 2;

export const answer = unspecified("disable.answer", {
  sections: ["2.3", "4.1", "7"],
  text: "How disable answers: status, code, texts, further members, JSON style, headers.",
  observe: answersOf("disable"),
});

export const effect = unspecified("disable.effect", {
  sections: ["2.1", "3.2"],
  text: "What disable does to a disabled configuration, without a configuration, and to `updateTime`.",
  observe: eachPart<WebhookContext>({
    "a second time": async (context) => {
      const { merchant } = context;
      await askOperations(context, "disable");
      for (let more = (await answersTo(context, "second disable")).length; more < LOOKS; more += 1) {
        await merchant.disabled();
        await merchant.send(disableDraft("open"));
      }
      const looks = await answersTo(context, "second disable");
      if (looks.length === 0) throw new UnreturnedError(["status"]);
      return summarizeLooks(looks);
    },
    "without a configuration": async (context) => {
      const looks = await answersTo(context, "disable of nothing");
      if (looks.length > 0) return summarizeLooks(looks);
      throw new InapplicableError("Every merchant of the run had a configuration; nothing can delete one.");
    },
    updateTime: askTwice(async (context) => {
      await enabled(context);
      return updateTimeAfter(context, async () => context.merchant.disable());
    }),
  }),
});

export const unusualRequests = unspecified("disable.unusual-requests", {
  sections: ["4", "4.2"],
  text: "Which unusual requests disable an enabled configuration: with a body, by another HTTP method.",
  observe: eachPart({
    "with a body": whileEnabled({ ...registerBody("{}", "open"), ...disableDraft() }),
    GET: whileEnabled(by("GET")),
    PUT: whileEnabled(by("PUT")),
  }),
});

function whileEnabled(draft: Draft) {
  return askTwice<WebhookContext>(async (context) => {
    await enabled(context);
    return observeAcceptance(context, draft);
  });
}

function by(method: string): Draft {
  return { ...disableDraft(), label: `disable by ${method}`, method };
}

async function enabled({ merchant, urls }: WebhookContext): Promise<void> {
  const { status } = await merchant.enabled();
  if (status === undefined) await merchant.accepts(urls.fresh());
  if (status === 0) {
    throw new InconclusiveError("The target has no enabled configuration, and register does not enable it.");
  }
}
