import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { queryDraft, registerBody } from "../../../lib/api/request/draft.ts";
import {
  readingOf,
  acceptanceOf,
  observeAcceptances,
} from "../../../lib/api/webhook/observing/acceptance.ts";
import { summarizeLooks } from "../../../lib/engine/observed.ts";
import { transitionsIn } from "../../../lib/api/webhook/observing/transitions.ts";
import type { Plain } from "../../../lib/engine/plain.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";

const by = (method: string) => () => ({ ...queryDraft("open"), label: `query by ${method}`, method });

export const withoutConfiguration = unspecified("query.without-configuration", {
  sections: ["3.2", "4.2"],
  text: "Query when the merchant has no configuration.",
  observe: async (context) => {
    const looks: Plain[] = [];
    for (const transition of transitionsIn([...context.seen.answers])) {
      if (transition.kind !== "query of nothing") continue;
      const { envelope } = transition.seenAnswer;
      looks.push(envelope === undefined ? "no envelope" : await readingOf(context, envelope));
    }
    if (looks.length > 0) return summarizeLooks(looks);
    throw new InapplicableError("Every merchant of the run had a configuration; nothing can delete one.");
  },
});

export const withBody = unspecified("query.with-body", {
  sections: ["4.2"],
  text: "Query with a request body.",
  observe: async (context) => {
    await context.merchant.settled();
    return acceptanceOf(context, () => ({ ...registerBody("{}", "open"), ...queryDraft("open") }));
  },
});

export const otherMethods = unspecified("query.other-methods", {
  sections: ["4"],
  text: "Query with another HTTP method.",
  observe: async (context) => {
    await context.merchant.settled();
    return observeAcceptances(context, { GET: by("GET"), PUT: by("PUT") });
  },
});
