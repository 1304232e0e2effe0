import { ambient, check } from "../../lib/check.ts";
import { queryDraft } from "../../lib/client/draft.ts";
import type { Context } from "../../lib/context.ts";
import { neededNoBody } from "../../lib/oracles/needed-no-body.ts";
import { differences } from "../../lib/model/compare.ts";
import { unchanged } from "../../lib/oracles/unchanged.ts";
import { InconclusiveError, Violation } from "../../lib/verdict.ts";
import type { Configuration } from "../../lib/wire/configuration.ts";

/** Fewer may coincide with what moves by itself. */
const SPACED_READINGS = { quick: 0, standard: 10, deep: 20 };
const BETWEEN_READINGS_MS = 12;
const READINGS = { quick: 4, standard: 10, deep: 100 };

export const answersWithTheConfiguration = ambient("query.answers");

export const needsNoBody = check("query.needs-no-body", async ({ merchant }) => {
  if (await neededNoBody(merchant, queryDraft())) return;
  throw new InconclusiveError("The target refuses query with and without a body.");
});

export const changesNothing = check("query.changes-nothing", async (context) => {
  const { merchant } = context;
  await staysTheSame(context, await merchant.enabled());
  await staysTheSame(context, await merchant.disabled());
});

async function staysTheSame(context: Context, first: Configuration): Promise<void> {
  const { merchant, atDepth } = context;
  for (let reading = 1; reading < atDepth(READINGS); reading += 1) {
    unchanged(first, await merchant.configuration(), "query");
  }
  await movesNothing(context);
}

/** What may move by itself now and then does not move at each of several queries, some milliseconds apart. */
async function movesNothing({ merchant, atDepth, pause }: Context): Promise<void> {
  const readings: Configuration[] = [];
  for (let reading = 0; reading < atDepth(SPACED_READINGS); reading += 1) {
    readings.push(await merchant.configuration());
    await pause(BETWEEN_READINGS_MS);
  }
  for (const field of ["updateTime", "retryCount"] as const) {
    const pairs = readings.slice(1).map((later, index) => [readings[index] ?? later, later] as const);
    if (pairs.length === 0 || pairs.some(([one, next]) => differences(one, next, [field]).length === 0))
      continue;
    throw new Violation({
      expected: `query to leave \`${field}\` as it was`,
      actual: "another one at every query",
    });
  }
}
