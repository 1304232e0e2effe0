import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { UNUSUAL_FORM_NAMES, unusualForm } from "../../../lib/api/webhook/inputs/unusual-url.ts";
import { registerDraft } from "../../../lib/api/request/draft.ts";
import { acceptanceOf } from "../../../lib/api/webhook/observing/acceptance.ts";
import { refusalsOf } from "../../../lib/api/webhook/observing/answer-traits.ts";
import { eachPart } from "../../../lib/engine/judge/observed.ts";

export const unusualForms = unspecified("callback-url.unusual-forms", {
  sections: ["2.2", "8"],
  text: "Which unusual forms of callback URL are accepted.",
  observe: eachPart(
    Object.fromEntries(
      UNUSUAL_FORM_NAMES.map((name) => [
        name,
        acceptanceOf(({ urls }) => registerDraft(unusualForm(urls, name))),
      ]),
    ),
  ),
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
