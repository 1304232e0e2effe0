import { AFTER_DISABLE, USED_NONCE } from "../../../lib/api/exchange/credential-deviation.ts";
import { answerIfAny } from "../../../lib/api/exchange/answer-if-any.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { credentialsOf } from "../../../lib/api/merchant/credentials-of.ts";
import {
  type Credentials,
  disableDraft,
  queryDraft,
  registerDraft,
  type Tamper,
} from "../../../lib/api/request/draft.ts";
import { refuseReplayBeyondWebhooks } from "../../../lib/api/auth/refuse-everywhere.ts";
import { inferred } from "../../../lib/api/auth/requirement.ts";
import { unlessUncovered } from "../../../lib/api/merchant/unless-uncovered.ts";
import { hasConfiguration } from "../../../lib/api/merchant/configuration.ts";
import {
  forgedSignature,
  reuseCredentials,
  withNonce,
  withTimestamp,
} from "../../../lib/api/refusals/wrong-signatures.ts";
import { respellingsOf } from "../../../lib/api/webhook/inputs/respelling.ts";
import { repeatCheck } from "../../../lib/api/webhook/oracles/repeat-check.ts";
import { assertRefused } from "../../../lib/api/webhook/oracles/assert-refused.ts";
import { rejectsNonce, rejectsReplay } from "../../../lib/api/webhook/oracles/rejects-replay.ts";
import { requireVisible } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { InconclusiveError } from "../../../lib/engine/verdict.ts";
import { claimsSignatureAndSingleUse, claimsSingleUse } from "../../../lib/profile/bindings.ts";

/** Timestamps within the tolerance, in parts of it: a nonce must be remembered as long as they are good. */
const ONCE = "The nonce is unique for the request, and the deployment claims to accept each only once.";
/** Requests older than the tolerance may be forgotten. */
const SAFE_PART = 0.8;
const USUAL_TOLERANCE_SECONDS = 60;
const STAMPED = [-2 / 3, 1 / 3];

export const refusesAReplay = inferred("freshness.nonce-replayed", {
  spends: true,
  sections: ["4.1", "5"],
  text: "A request that repeats an accepted one, byte for byte, is refused.",
  because: ONCE,
  binds: claimsSingleUse,
  refusedReplays: async ({ merchant }) => {
    const used = await credentialsOf(merchant, queryDraft());
    const operations = ["query"] as const;
    return [
      { ...forgedSignature("the credentials of an accepted query, byte for byte", () => used), operations },
    ];
  },
  check: repeatCheck(async (context) => {
    const { merchant, others, urls } = context;
    await rejectsReplay(merchant, "settled");
    await refuseReplayBeyondWebhooks(context);
    const url = urls.fresh();
    const register = await credentialsOf(merchant, registerDraft(url));
    await merchant.holds(urls.fresh());
    await rejectsNonce(
      merchant,
      registerDraft(url, "refused signature"),
      () => register,
      "a register sent again, byte for byte",
    );
    await refusesReplayOfDisable(context);
    await merchant.configuration();
    for (const other of others) {
      await other.accepts(urls.fresh());
      await rejectsReplay(other, "settled");
    }
    await refusesReplaysOfOtherTimes(context);
  }),
});

export const remembersNoncesForLong = inferred("freshness.nonce-long-after", {
  sections: ["4.1", "5"],
  text: "A nonce accepted before is refused as long as its request would be fresh, however many requests came between.",
  because: ONCE,
  binds: claimsSingleUse,
  last: true,
  check: repeatCheck(async ({ merchant, seen, claims }) => {
    requireVisible(await merchant.configuration());
    const seconds = SAFE_PART * (claims.timestampToleranceSeconds ?? USUAL_TOLERANCE_SECONDS);
    const used = seen.nonceUsedWithin(merchant.name, seconds * 1_000);
    if (used === undefined) throw new InconclusiveError("No nonce of this run is recent enough.");
    const { tamper } = withNonce("", used.nonce);
    const what = "a query with a nonce of an earlier query";
    const since = used.isBeforeDisable ? AFTER_DISABLE : "after a long time";
    await rejectsNonce(merchant, queryDraft("refused signature"), tamper, what, since);
  }),
});

/** A disable that is sent again after a register would end its deliveries. */
async function refusesReplayOfDisable({ merchant, urls }: AuthContext): Promise<void> {
  await merchant.enabled();
  let used: Credentials = {};
  const first = await merchant.send({ ...disableDraft(), tamper: (valid) => (used = valid) });
  if (!succeeded(first)) return;
  await merchant.holds(urls.fresh());
  await rejectsNonce(
    merchant,
    disableDraft("refused signature"),
    () => used,
    "a disable sent again, byte for byte",
    AFTER_DISABLE,
  );
}

/** A request need not be accepted for its timestamp, within the tolerance; one that was is not accepted again. */
async function refusesReplaysOfOtherTimes({
  merchant,
  effort,
  claims,
  timestamp,
}: AuthContext): Promise<void> {
  const tolerance = claims.timestampToleranceSeconds ?? 0;
  for (const part of effort.tried(STAMPED)) {
    const seconds = Math.trunc(part * tolerance);
    if (seconds === 0) continue;
    const what = `a query stamped ${Math.abs(seconds)} s ${seconds < 0 ? "ago" : "ahead"}`;
    const { tamper } = withTimestamp(what, () => timestamp(seconds));
    let used: Credentials = {};
    const first = await merchant.send({
      ...queryDraft("open"),
      once: true,
      tamper: async (valid, resign) => (used = await tamper(valid, resign)),
    });
    if (!hasConfiguration(first.envelope?.["data"])) continue;
    await rejectsNonce(
      merchant,
      queryDraft("refused signature"),
      () => used,
      `${what}, sent again byte for byte,`,
    );
  }
}

/** Where used nonces are accepted as they are, it says nothing that they are in another spelling. */
const RESPELLED = { what: USED_NONCE, when: ["in another spelling"] };

export const refusesARespelledReplay = inferred("freshness.nonce-respelled", {
  sections: ["4.1", "5"],
  text: "A request that repeats an accepted one is refused also where its nonce, timestamp or signature is written otherwise: in other letter case, with zeros, blanks or marks around it, or beside a second nonce.",
  because:
    "The signature was made for the nonce of the accepted request, and the deployment claims to accept each nonce only once.",
  binds: claimsSignatureAndSingleUse,
  check: repeatCheck(async ({ merchant, effort }) => {
    requireVisible(await merchant.settled());
    const used = await credentialsOf(merchant, queryDraft());
    for (const { name, change, headers } of effort.tried(respellingsOf(used))) {
      const tamper: Tamper = async (valid, resign) => {
        const changed = change(valid.nonce ?? "");
        const changesSignedParts = changed.nonce !== undefined || changed.timestamp !== undefined;
        return changesSignedParts
          ? reuseCredentials(used, () => changed)(valid, resign)
          : { ...used, ...changed };
      };
      const draft = {
        ...queryDraft("refused signature"),
        headers: headers?.(crypto.randomUUID()) ?? [],
        tamper,
        once: true,
        isAstray: true,
      };
      const answer = await unlessUncovered(async () => answerIfAny(merchant, draft));
      if (answer === undefined || !hasConfiguration(answer.envelope?.["data"])) continue;
      await coversTheNonce(merchant, used);
      assertRefused(answer, `a query sent again with ${name}`, { deviations: [RESPELLED] });
    }
  }),
});

/** @throws {InconclusiveError} when any other nonce is accepted too: then it is not about how one is written */
async function coversTheNonce(merchant: AuthContext["merchant"], used: Credentials): Promise<void> {
  const tamper: Tamper = ({ nonce }) => ({ ...used, nonce });
  const draft = { ...queryDraft("refused signature"), tamper, once: true, isAstray: true };
  const answer = await answerIfAny(merchant, draft);
  if (answer !== undefined && hasConfiguration(answer.envelope?.["data"]))
    throw new InconclusiveError(
      "The target accepts the signature of an accepted query with any other nonce.",
    );
}
