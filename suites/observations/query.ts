import { observe } from "../../lib/check.ts";
import { queryDraft, registerBody } from "../../lib/client/draft.ts";
import { readingOf, receptionOf, receptions } from "../../lib/observing/granted.ts";
import { steady } from "../../lib/observing/observed.ts";
import { passages } from "../../lib/observing/passages.ts";
import type { Plain } from "../../lib/observing/plain.ts";
import { InapplicableError } from "../../lib/verdict.ts";

export const withoutConfiguration = observe("query.without-configuration", async (context) => {
  const looks: Plain[] = [];
  for (const passage of passages([...context.seen.sightings])) {
    if (passage.kind !== "query of nothing") continue;
    const { envelope } = passage.sighting;
    looks.push(envelope === undefined ? "no envelope" : await readingOf(context, envelope));
  }
  if (looks.length > 0) return steady(looks);
  throw new InapplicableError("Every merchant of the run had a configuration; nothing can delete one.");
});

export const withBody = observe("query.with-body", async (context) => {
  await context.merchant.settled();
  return receptionOf(context, () => ({ ...registerBody("{}", "open"), ...queryDraft("open") }));
});

const by = (method: string) => () => ({ ...queryDraft("open"), label: `query by ${method}`, method });

export const otherMethods = observe("query.other-methods", async (context) => {
  await context.merchant.settled();
  return receptions(context, { GET: by("GET"), PUT: by("PUT") });
});
