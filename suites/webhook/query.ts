import { queryDraft } from "../../lib/client/draft.ts";
import { ambient, check } from "../../lib/check.ts";
import { neededNoBody } from "../../lib/oracles/needed-no-body.ts";
import { unchanged } from "../../lib/oracles/unchanged.ts";

const READINGS = { quick: 8, standard: 40, deep: 200 };

export const answersWithTheConfiguration = ambient("query.answers");

export const needsNoBody = check("query.needs-no-body", async ({ merchant }) => {
  await merchant.settled();
  await neededNoBody(merchant, queryDraft());
});

export const changesNothing = check("query.changes-nothing", async ({ merchant, urls, atDepth }) => {
  const first = await merchant.holds(urls.fresh());
  for (let reading = 1; reading < atDepth(READINGS); reading += 1) {
    unchanged(first, await merchant.configuration(), "query");
  }
  const disabled = await merchant.disabled();
  for (let reading = 1; reading < atDepth(READINGS); reading += 1) {
    unchanged(disabled, await merchant.configuration(), "query");
  }
});
