import { ambient, check } from "../../lib/check.ts";
import { queryDraft } from "../../lib/client/draft.ts";
import type { Context } from "../../lib/context.ts";
import { neededNoBody } from "../../lib/oracles/needed-no-body.ts";
import { differences } from "../../lib/model/compare.ts";
import { unchanged } from "../../lib/oracles/unchanged.ts";
import { Violation } from "../../lib/verdict.ts";
import type { Configuration } from "../../lib/wire/configuration.ts";

/** Fewer may coincide with what moves by itself. */
const TELLING_READINGS = 10;
const READINGS = { quick: 4, standard: 20, deep: 200 };

export const answersWithTheConfiguration = ambient("query.answers");

export const needsNoBody = check("query.needs-no-body", async ({ merchant }) => {
  await neededNoBody(merchant, queryDraft());
});

export const changesNothing = check("query.changes-nothing", async (context) => {
  const { merchant } = context;
  await staysTheSame(context, await merchant.enabled());
  await staysTheSame(context, await merchant.disabled());
});

/** What may move by itself now and then does not move at each of many queries. */
async function staysTheSame({ merchant, atDepth }: Context, first: Configuration): Promise<void> {
  const readings = [first];
  for (let reading = 1; reading < atDepth(READINGS); reading += 1)
    readings.push(await merchant.configuration());
  for (const later of readings) unchanged(first, later, "query");
  if (readings.length < TELLING_READINGS) return;
  for (const field of ["updateTime", "retryCount"] as const) {
    const rests = readings.slice(1).some((later, index) => {
      return differences(readings[index] ?? first, later, [field]).length === 0;
    });
    if (rests) continue;
    throw new Violation({
      expected: `query to leave \`${field}\` as it was`,
      actual: "another one at every query",
    });
  }
}
