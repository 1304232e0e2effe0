import { answerIfAny } from "../../../lib/api/exchange/answer-if-any.ts";
import { inferred } from "../../../lib/api/webhook/requirement.ts";
import { registerBody, registerDraft } from "../../../lib/api/request/draft.ts";
import { describeJson } from "../../../lib/api/json/json.ts";
import { returnedUrl } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { Violation } from "../../../lib/engine/record/verdict.ts";

export const readsTheUrlFromTheBody = inferred("register.reads-body-alone", {
  sections: ["2.2", "4.2"],
  text: "A query parameter never takes the place of the `callbackUrl` of the body.",
  because: "The register request is its body; no operation has query parameters.",
  check: async ({ merchant, urls }) => {
    const [before, given] = [urls.fresh(), urls.fresh()];
    await merchant.holds(before);
    const withoutUrl = registerBody("{}", "open");
    const drafts = [registerDraft(given, "open"), registerBody(undefined, "open"), withoutUrl];
    for (const draft of drafts) {
      const elsewhere = urls.fresh();
      await answerIfAny(merchant, { ...draft, query: `callbackUrl=${encodeURIComponent(elsewhere)}` });
      const callbackUrl = returnedUrl(await merchant.configuration());
      const isTaken = callbackUrl.includes(elsewhere.slice("https".length));
      if (!isTaken) continue;
      throw new Violation({
        expected: `\`callbackUrl\` ${describeJson(given)}, as the body says, or ${describeJson(before)} still`,
        actual: describeJson(callbackUrl),
        parts: ["callbackUrl"],
      });
    }
  },
});
