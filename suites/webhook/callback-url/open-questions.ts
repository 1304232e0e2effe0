import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { UNUSUAL_FORM_NAMES, unusualForm } from "../../../lib/api/webhook/inputs/unusual-url.ts";
import { registerDraft } from "../../../lib/api/request/draft.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { acceptanceOf, observeAcceptance } from "../../../lib/api/webhook/observing/acceptance.ts";
import { refusalsOf } from "../../../lib/api/webhook/observing/answer-traits.ts";
import { lengthUnit } from "../../../lib/api/webhook/observing/length-unit.ts";
import { askTwice, eachPart } from "../../../lib/engine/judge/observed.ts";

export const unusualForms = unspecified("callback-url.unusual-forms", {
  sections: ["2.2", "8"],
  text: "Which unusual forms of callback URL are accepted, and whether the length of one beyond ASCII is counted in characters, UTF-16 units or bytes.",
  observe: eachPart<WebhookContext>({
    ...Object.fromEntries(
      UNUSUAL_FORM_NAMES.map((name) => [
        name,
        acceptanceOf(({ urls }) => registerDraft(unusualForm(urls, name))),
      ]),
    ),
    "unit of length": askTwice(async (context) =>
      lengthUnit(
        context.urls,
        async (url) => (await observeAcceptance(context, registerDraft(url))) === "accepted",
      ),
    ),
  }),
});

export const refusals = unspecified("callback-url.refusals", {
  sections: ["2.2", "7"],
  text: "How an invalid callback URL is refused.",
  observe: refusalsOf(
    "empty callback URL",
    "number as callback URL",
    "word as callback URL",
    "http callback URL",
    "long callback URL",
  ),
});
