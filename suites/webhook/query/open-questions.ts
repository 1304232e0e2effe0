import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { queryDraft, registerBody } from "../../../lib/api/request/draft.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { acceptanceOf, answersTo } from "../../../lib/api/webhook/observing/acceptance.ts";
import { answersOf, compressionOf } from "../../../lib/api/webhook/observing/answer-traits.ts";
import { askTwice, eachPart, summarizeLooks, mergeParts } from "../../../lib/engine/judge/observed.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";

export const answer = unspecified("query.answer", {
  sections: ["2.3", "3.2", "4.1", "7"],
  text: "How query answers: status, code, texts, further members, JSON style, headers; and without a configuration.",
  observe: mergeParts<WebhookContext>(
    answersOf("query"),
    eachPart({
      "compression on demand": askTwice(async ({ merchant, seen }) => {
        await merchant.send({ ...queryDraft("open"), headers: [["Accept-Encoding", "gzip"]] });
        const asked = seen.answers.at(-1);
        if (asked === undefined) throw new InconclusiveError("The query was not answered.");
        return compressionOf(asked);
      }),
      "without a configuration": async (context) => {
        const looks = await answersTo(context, "query of nothing");
        if (looks.length > 0) return summarizeLooks(looks);
        throw new InapplicableError("Every merchant of the run had a configuration; nothing can delete one.");
      },
    }),
  ),
});

const by = (method: string) => acceptanceOf(() => ({ ...queryDraft(), label: `query by ${method}`, method }));

export const unusualRequests = unspecified("query.unusual-requests", {
  sections: ["4", "4.1", "4.2"],
  text: "Which unusual queries are accepted: with a body, by another HTTP method, without a User-Agent.",
  observe: eachPart({
    "with a body": acceptanceOf(() => ({ ...registerBody("{}", "open"), ...queryDraft() })),
    GET: by("GET"),
    PUT: by("PUT"),
    "no User-Agent": acceptanceOf(() => ({ ...queryDraft(), userAgent: "" })),
  }),
});
