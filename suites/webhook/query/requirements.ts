import { answerIfAny } from "../../../lib/api/exchange/answer-if-any.ts";
import { inferred, stated } from "../../../lib/api/webhook/requirement.ts";
import { queryDraft } from "../../../lib/api/request/draft.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { neededNoBody } from "../../../lib/api/webhook/oracles/needed-no-body.ts";
import {
  differencesBetween,
  type Configuration,
  configurationIn,
} from "../../../lib/api/merchant/configuration.ts";
import { MOVING } from "../../../lib/api/webhook/model/deviations.ts";
import { neverFalls } from "../../../lib/api/webhook/oracles/never-moves.ts";
import { assertUnchanged } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { InconclusiveError, Violation } from "../../../lib/engine/record/verdict.ts";
import type { RuleFinding } from "../../../lib/engine/requirement/requirement.ts";
import { type Answer, describeAnswer } from "../../../lib/api/exchange/answer.ts";
import type { Known } from "../../../lib/api/webhook/model/known.ts";
import type { WebhookMoment } from "../../../lib/api/webhook/webhook-moment.ts";
import { keepsEverything } from "../../../lib/api/webhook/rules/keeps.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";
import { afterQueries, isCreation, onEach } from "../../../lib/api/webhook/rules/steps.ts";

/** Fewer may coincide with what moves by itself. */
const SPACED_QUERIES = { quick: 0, standard: 5, deep: 19 };
const BETWEEN_QUERIES_MS = 12;
/** Queries are cheap, and what they move may move now and then. */
const READINGS = { quick: 3, standard: 16, deep: 100 };

export const answersWithTheConfiguration = stated("query.answers", {
  byQueries: true,
  sections: ["4.2", "7"],
  text: "Query answers with the configuration of the caller: `data` is an object.",
  rule: onEach("query", answersWhatExists),
  restsOn: {
    granted: "query.answers",
    owners: ["versioning.path-prefix", "api-key.suffices", "query.needs-no-body"],
  },
});

export const needsNoBody = stated("query.needs-no-body", {
  sections: ["4.1", "4.2"],
  text: "Query needs neither a request body nor a Content-Type.",
  last: true,
  check: async ({ merchant }) => {
    if (await neededNoBody(merchant, queryDraft())) return;
    throw new InconclusiveError("The target refuses query with and without a body.");
  },
});

export const changesNothing = inferred("query.changes-nothing", {
  sections: ["3.2", "4.2"],
  text: "Query changes nothing, however often it is sent.",
  because: "Only register and disable are listed as transitions.",
  rule: afterQueries(keepsEverything),
  check: async (context) => {
    const { merchant } = context;
    await staysTheSame(context, await merchant.enabled());
    await staysTheSame(context, await merchant.disabled());
    await ignoresABody(context);
  },
});

/** Whether a query with a body is served is open. */
async function ignoresABody({ merchant, urls }: WebhookContext): Promise<void> {
  const before = await merchant.settled();
  const body = Buffer.from(JSON.stringify({ callbackUrl: urls.fresh() }));
  await answerIfAny(merchant, { ...queryDraft("open"), body, contentType: "application/json" });
  assertUnchanged(before, await merchant.configuration(), "a query with the body of a register");
}

async function staysTheSame(context: WebhookContext, first: Configuration): Promise<void> {
  const { merchant, effort } = context;
  let before = first;
  await neverFalls(merchant, "query", async (time) => {
    if (time > 0) before = await merchant.steady();
    let after = before;
    for (let reading = 1; reading < effort.at(READINGS); reading += 1) {
      after = await merchant.configuration();
      assertUnchanged(before, after, "query");
    }
    return { before, after };
  });
  await movesNothing(context);
}

/** A value that changes by itself now and then does not change at each of several queries, some milliseconds apart. */
async function movesNothing({ merchant, effort, pause }: WebhookContext): Promise<void> {
  const queries = effort.at(SPACED_QUERIES);
  let before = queries === 0 ? {} : await merchant.configuration();
  let moved = MOVING;
  for (let query = 0; query < queries && moved.length > 0; query += 1) {
    await pause(BETWEEN_QUERIES_MS);
    const now = await merchant.configuration();
    moved = differencesBetween(before, now, moved).map(({ field }) => field);
    before = now;
  }
  const [field] = moved;
  if (queries > 0 && field !== undefined)
    throw new Violation({
      expected: `query to leave \`${field}\` as it was`,
      actual: "another one at every query",
      parts: [field],
    });
}

/** A successful query shows that a configuration exists; otherwise the register before it may have created nothing. */
function answersWhatExists(
  answer: Answer,
  known: Known,
  { claimsSuccess }: WebhookMoment,
): readonly RuleFinding[] {
  if (configurationIn(answer) !== undefined) return KEPT;
  return known.exists && (claimsSuccess || !isCreation(known))
    ? broken("the configuration in `data`", describeAnswer(answer))
    : NOTHING;
}
