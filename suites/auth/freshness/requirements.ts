import { AFTER_DISABLE } from "../../../lib/api/exchange/credential-deviation.ts";
import { inferred, refuses } from "../../../lib/api/auth/requirement.ts";
import { claimsSingleUse, claimsTolerance } from "../../../lib/profile/bindings.ts";
import {
  SLACK_SECONDS,
  stampedAt,
  withNonce,
  WRONG_TIMESTAMPS,
} from "../../../lib/api/refusals/wrong-signatures.ts";
import { credentialsOf } from "../../../lib/api/merchant/credentials-of.ts";
import { disableDraft, queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { fallsEachTime } from "../../../lib/api/webhook/oracles/never-moves.ts";
import { repeatCheck } from "../../../lib/api/webhook/oracles/repeat-check.ts";
import { assertRefused } from "../../../lib/api/webhook/oracles/assert-refused.ts";
import { rejectsNonce } from "../../../lib/api/webhook/oracles/rejects-replay.ts";
import { requireVisible } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { hasConfiguration } from "../../../lib/api/merchant/configuration.ts";

const FRESH = "The deployment claims a tolerance for the request timestamp, and this one lies outside it.";
const ONCE = "The nonce is unique for the request, and the deployment claims to accept each only once.";
/** Longer than nonces are kept where they are kept too briefly. */
const PAUSE_MS = { quick: 1_200, standard: 6_000, deep: 30_000 };
/** Requests between the two uses of a nonce, in pairs. */
const OTHERS = { quick: 5, standard: 20, deep: 200 };

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
  );
}

export const refusesANonceOnTheSameOperation = inferred("freshness.nonce-same-operation", {
  sections: ["4.1", "5"],
  text: "A nonce accepted before is refused on the same operation with a timestamp or body of its own.",
  because: ONCE,
  binds: claimsSingleUse,
  refusedReplays: async ({ merchant }) => {
    const { nonce = "" } = await credentialsOf(merchant, queryDraft());
    return [withNonce("a nonce used before", nonce)];
  },
  check: repeatCheck(async ({ merchant, urls }) => {
    requireVisible(await merchant.settled());
    const { nonce: ofQuery = "" } = await credentialsOf(merchant, queryDraft());
    await rejectsNonce(
      merchant,
      queryDraft("refused signature"),
      withNonce("", ofQuery).tamper,
      "a query with a used nonce",
    );
    const { nonce: ofRegister = "" } = await credentialsOf(merchant, registerDraft(urls.fresh()));
    const other = registerDraft(urls.fresh(), "refused signature");
    await rejectsNonce(
      merchant,
      other,
      withNonce("", ofRegister).tamper,
      "a register of another URL with a used nonce",
    );
    await merchant.configuration();
  }),
});

const DISABLE_WITH_A_USED_NONCE = "a disable with the nonce of a query";

export const refusesANonceOnAnotherOperation = inferred("freshness.nonce-other-operation", {
  sections: ["4.1", "5"],
  text: "A nonce accepted before is refused on another operation.",
  because: ONCE,
  binds: claimsSingleUse,
  check: repeatCheck(async ({ merchant, urls }) => {
    requireVisible(await merchant.settled());
    const { nonce: ofQuery = "" } = await credentialsOf(merchant, queryDraft());
    const register = registerDraft(urls.fresh(), "refused signature");
    await rejectsNonce(
      merchant,
      register,
      withNonce("", ofQuery).tamper,
      "a register with the nonce of a query",
    );
    await fallsEachTime(merchant, DISABLE_WITH_A_USED_NONCE, async () => {
      const before = await merchant.steady();
      await rejectsNonce(
        merchant,
        disableDraft("refused signature"),
        withNonce("", ofQuery).tamper,
        DISABLE_WITH_A_USED_NONCE,
      );
      return { before, after: await merchant.configuration() };
    });
    const { nonce: ofRegister = "" } = await credentialsOf(merchant, registerDraft(urls.fresh()));
    await rejectsNonce(
      merchant,
      queryDraft("refused signature"),
      withNonce("", ofRegister).tamper,
      "a query with the nonce of a register",
    );
    await merchant.configuration();
  }),
});

export const refusesANonceOnAnotherConnection = inferred("freshness.nonce-other-connection", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A nonce accepted before is refused on another connection.",
  because: ONCE,
  binds: claimsSingleUse,
  check: repeatCheck(async ({ merchant }) => {
    requireVisible(await merchant.settled());
    const used = await credentialsOf(merchant, queryDraft());
    const elsewhere = { ...queryDraft("refused signature"), lane: "another" };
    await rejectsNonce(merchant, elsewhere, () => used, "a query sent again over another connection");
  }),
});

export const refusesANonceAfterAPause = inferred("freshness.nonce-after-pause", {
  spends: true,
  sections: ["4.1", "5"],
  text: "A nonce accepted before is refused after a pause and after other requests.",
  because: ONCE,
  binds: claimsSingleUse,
  check: repeatCheck(async ({ merchant, urls, pause, effort }) => {
    requireVisible(await merchant.enabled());
    const { nonce = "" } = await credentialsOf(merchant, queryDraft());
    for (let other = 0; other < effort.at(OTHERS); other += 1) await merchant.holds(urls.fresh());
    await pause(effort.at(PAUSE_MS));
    await rejectsNonce(
      merchant,
      queryDraft("refused signature"),
      withNonce("", nonce).tamper,
      "a query with a nonce used a while ago",
    );
    await merchant.disable();
    await merchant.holds(urls.fresh());
    await rejectsNonce(
      merchant,
      queryDraft("refused signature"),
      withNonce("", nonce).tamper,
      "a query with a nonce used before a disable",
      AFTER_DISABLE,
    );
    await merchant.disable();
    await rejectsNonce(
      merchant,
      queryDraft("refused signature"),
      withNonce("", nonce).tamper,
      "a query with a used nonce, while disabled",
    );
  }),
});
