import { refuses } from "../../../lib/api/auth/requirement.ts";
import { claimsTolerance } from "../../../lib/profile/needs/bindings.ts";
import { SLACK_SECONDS, stampedAt, WRONG_TIMESTAMPS } from "../../../lib/api/refusals/wrong-timestamps.ts";
import { queryDraft } from "../../../lib/api/request/draft.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { assertRefused } from "../../../lib/api/webhook/oracles/assert-answered.ts";
import { hasConfiguration } from "../../../lib/api/merchant/configuration.ts";

/** Timestamps of the past and of the future show the same. */
const BEYOND = { what: "a window longer than the claimed tolerance", when: [] };
const FRESH = "The deployment claims a tolerance for the request timestamp, and this one lies outside it.";

export const refusesATimestampThatIsNoInteger = refuses("freshness.timestamp-integer", {
  sections: ["4.1", "5"],
  text: "A request whose X-Timestamp is not an integer is refused.",
  because: "X-Timestamp is an integer, and the deployment claims to compare it with its clock.",
  binds: claimsTolerance,
  offences: WRONG_TIMESTAMPS.notAnInteger,
  isFine: true,
});

export const refusesAnOldTimestamp = refuses("freshness.timestamp-too-old", {
  sections: ["4.1", "5"],
  text: "A request older than the claimed tolerance is refused.",
  because: FRESH,
  binds: claimsTolerance,
  offences: WRONG_TIMESTAMPS.tooOld,
  further: async (context) => staysWithinTheTolerance(context, -1),
});

export const refusesAFutureTimestamp = refuses("freshness.timestamp-too-new", {
  sections: ["4.1", "5"],
  text: "A request further in the future than the claimed tolerance is refused.",
  because: FRESH,
  binds: claimsTolerance,
  offences: WRONG_TIMESTAMPS.tooNew,
  further: async (context) => staysWithinTheTolerance(context, 1),
});

/**
 * Tries timestamps near the tolerance. The target accepts valid requests, so its clock differs from this machine's by less than
 * the tolerance: twice the tolerance is too far on either side. Nearer timestamps depend on that difference. A window that is
 * longer than the tolerance on one side must be shorter on the other.
 */
async function staysWithinTheTolerance(context: AuthContext, side: -1 | 1): Promise<void> {
  const { merchant, claims } = context;
  const tolerance = claims.timestampToleranceSeconds ?? 0;
  const queryAt = async (seconds: number) =>
    merchant.send({ ...queryDraft("open"), tamper: stampedAt(context, seconds).tamper });
  const beyond = tolerance + 2 * SLACK_SECONDS;
  const near = await queryAt(side * beyond);
  if (!hasConfiguration(near.envelope?.["data"])) return;
  const opposite = -side * Math.max(tolerance - SLACK_SECONDS, 0);
  assertRefused(
    await queryAt(opposite),
    `a query with ${stampedAt(context, opposite).name} by a target that accepts one of ${beyond} s on the other side, when it claims ${tolerance} s,`,
    { deviations: [BEYOND] },
  );
}
