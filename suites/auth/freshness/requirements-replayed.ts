import { AFTER_DISABLE, USED_NONCE } from "../../../lib/api/exchange/credential-deviation.ts";
import { answerIfAny } from "../../../lib/api/exchange/answer-if-any.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { hasConfiguration } from "../../../lib/api/merchant/configuration.ts";
import { unlessUncovered } from "../../../lib/api/merchant/unless-uncovered.ts";
import { type Credentials, type Draft, queryDraft, type Tamper } from "../../../lib/api/request/draft.ts";
import {
  refuseNonceBeyondWebhooks,
  refuseReplayBeyondWebhooks,
} from "../../../lib/api/auth/refuse-everywhere.ts";
import { advisory, inferred } from "../../../lib/api/auth/requirement.ts";
import { type Attempt, attemptResult } from "../../../lib/api/refusals/attempt.ts";
import { refuseAttempts } from "../../../lib/api/refusals/refuse-attempts.ts";
import { NONCE_AGAIN, SENT_AGAIN } from "../../../lib/api/refusals/replays.ts";
import { reuseCredentials } from "../../../lib/api/refusals/wrong-signatures.ts";
import { type Respelling, respellingsOf } from "../../../lib/api/webhook/inputs/respelling.ts";
import { repeatCheck } from "../../../lib/api/webhook/oracles/repeat-check.ts";
import { isGranted } from "../../../lib/api/webhook/oracles/assert-answered.ts";
import { requireVisible } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { refuseReplays } from "../../../lib/api/webhook/refuse-replays.ts";
import { InconclusiveError, Violation } from "../../../lib/engine/record/verdict.ts";
import { claimsSignatureAndSingleUse, claimsSingleUse } from "../../../lib/profile/needs/bindings.ts";
import { describeAnswer, succeeded } from "../../../lib/api/exchange/answer.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import { sendTogether } from "../../../lib/api/merchant/send-together.ts";

const OF_NONCES = {
  sections: ["4.1", "5"],
  because: "The nonce is unique for the request, and the deployment claims to accept each only once.",
  binds: claimsSingleUse,
};
/** Requests older than the tolerance may be forgotten. */
const SAFE_PART = 0.8;
const USUAL_TOLERANCE_SECONDS = 60;
/** Timestamps within the tolerance, in parts of it: a nonce must be remembered as long as they are good. */
const STAMPED = [-2 / 3, 1 / 3];
/** Longer than nonces are kept where they are kept too briefly. */
const PAUSE_MS = { quick: 1_200, standard: 6_000, deep: 30_000 };
/** Requests between the two uses of a nonce. */
const OTHERS = { quick: 10, standard: 40, deep: 400 };
/** Requests with one nonce at the same time, and how often. */
const OVERLAPPING = 4;
const ROUNDS = { quick: 1, standard: 4, deep: 16 };
/** Where used nonces are accepted as they are, it says nothing that they are in another spelling. */
const RESPELLED = { what: USED_NONCE, when: ["in another spelling"] };

export const refusesAReplay = inferred("freshness.nonce-replayed", {
  ...OF_NONCES,
  spends: true,
  text: "A request that repeats an accepted one, byte for byte, is refused.",
  refusedReplays: async ({ merchant }) => [
    { ...SENT_AGAIN(await credentialsOf(merchant, queryDraft())), operations: ["query"] },
  ],
  check: repeatCheck(async (context) => {
    const { merchant, others, urls, effort, claims } = context;
    await refuseReplays(context, [{ of: "query" }]);
    await refuseReplayBeyondWebhooks(context);
    const intervals = [{ take: async () => merchant.holds(urls.fresh()) }];
    await refuseReplays(context, [{ of: "register" }, { of: "disable" }], { intervals });
    for (const other of others) await refuseReplays(context, [{ of: "query" }], { merchant: other });
    for (const part of effort.tried(STAMPED)) {
      const stampedBy = Math.trunc(part * (claims.timestampToleranceSeconds ?? 0));
      if (stampedBy !== 0) await refuseReplays(context, [{ of: "query", stampedBy }]);
    }
  }),
});

export const remembersNoncesForLong = inferred("freshness.nonce-long-after", {
  ...OF_NONCES,
  text: "A nonce accepted before is refused as long as its request would be fresh, however many requests came between.",
  last: true,
  check: repeatCheck(async (context) => {
    const { merchant, seen, claims } = context;
    const seconds = SAFE_PART * (claims.timestampToleranceSeconds ?? USUAL_TOLERANCE_SECONDS);
    const used = seen.nonceUsedWithin(merchant.name, seconds * 1_000);
    if (used === undefined) {
      requireVisible(await merchant.settled());
      throw new InconclusiveError("No nonce of this run is recent enough.");
    }
    const since = used.isBeforeDisable ? AFTER_DISABLE : "after a long time";
    await refuseReplays(context, [{ of: "query", replay: NONCE_AGAIN, used }], { intervals: [{ since }] });
  }),
});

export const refusesARespelledReplay = inferred("freshness.nonce-respelled", {
  sections: ["4.1", "5"],
  text: "A request that repeats an accepted one is refused also where its nonce, timestamp or signature is written otherwise: in other letter case, with zeros, blanks or marks around it, or beside a second nonce.",
  because:
    "The signature was made for the nonce of the accepted request, and the deployment claims to accept each nonce only once.",
  binds: claimsSignatureAndSingleUse,
  check: repeatCheck(async ({ merchant, effort }) => {
    requireVisible(await merchant.settled());
    const used = await credentialsOf(merchant, queryDraft());
    const respellings = effort.tried(respellingsOf(used));
    await refuseAttempts(
      respellings.map((one) => respelledAttempt(merchant, used, one)),
      { every: [] },
    );
  }),
});

/** If any other nonce is accepted too, it is not about how one is written. */
function respelledAttempt(
  merchant: AuthContext["merchant"],
  used: Credentials,
  { name, change, headers }: Respelling,
): Attempt {
  const sending = (more: Pick<Draft, "tamper" | "headers">) => async () => {
    const draft = { ...queryDraft("refused signature"), ...more, once: true, isAstray: true };
    const answer = await unlessUncovered(async () => answerIfAny(merchant, draft));
    const isShown = hasConfiguration(answer?.envelope?.["data"]);
    return answer && attemptResult(answer, isShown, { deviations: [RESPELLED] });
  };
  return {
    name: `a query sent again with ${name}`,
    offence: name,
    door: "query",
    send: sending({
      headers: headers?.(crypto.randomUUID()) ?? [],
      tamper: async (valid, resign) => {
        const changed = change(valid.nonce ?? "");
        const changesSignedParts = changed.nonce !== undefined || changed.timestamp !== undefined;
        return changesSignedParts
          ? reuseCredentials(used, () => changed)(valid, resign)
          : { ...used, ...changed };
      },
    }),
    sendWithout: sending({ tamper: ({ nonce }) => ({ ...used, nonce }) }),
  };
}

export const refusesANonceOnTheSameOperation = inferred("freshness.nonce-same-operation", {
  ...OF_NONCES,
  text: "A nonce accepted before is refused on the same operation with a timestamp or body of its own.",
  refusedReplays: async ({ merchant }) => [NONCE_AGAIN(await credentialsOf(merchant, queryDraft()))],
  check: repeatCheck(async (context) =>
    refuseReplays(context, [
      { of: "register", isOtherBody: true, replay: NONCE_AGAIN },
      { of: "query", replay: NONCE_AGAIN },
    ]),
  ),
});

export const refusesANonceOnAnotherOperation = inferred("freshness.nonce-other-operation", {
  ...OF_NONCES,
  text: "A nonce accepted before is refused on another operation.",
  refusedReplays: async ({ merchant }) => [
    { ...NONCE_AGAIN(await credentialsOf(merchant, queryDraft())), operations: ["register", "disable"] },
  ],
  check: repeatCheck(async (context) => {
    await refuseReplays(context, [
      { of: "query", at: "register", replay: NONCE_AGAIN },
      { of: "query", at: "disable", replay: NONCE_AGAIN },
      { of: "register", at: "query", replay: NONCE_AGAIN },
    ]);
    await refuseNonceBeyondWebhooks(context);
  }),
});

export const refusesANonceOnAnotherConnection = inferred("freshness.nonce-other-connection", {
  ...OF_NONCES,
  byQueries: true,
  text: "A nonce accepted before is refused on another connection.",
  check: repeatCheck(async (context) => refuseReplays(context, [{ of: "query", lane: "another" }])),
});

/** A deployment may write a nonce down only when it has answered. */
export const acceptsANonceOnceAtATime = advisory("freshness.nonce-at-once", {
  sections: ["4.1", "5"],
  binds: claimsSingleUse,
  byQueries: true,
  text: "Of requests with one nonce that arrive at the same time, at most one is accepted.",
  check: async ({ merchant, effort }) => {
    requireVisible(await merchant.settled());
    for (let round = 0; round < effort.at(ROUNDS); round += 1) {
      const draft = { ...queryDraft("open"), tamper: sharingANonce(), once: true };
      const asked = await sendTogether(Array.from({ length: OVERLAPPING }, () => ({ merchant, draft })));
      const accepted = asked.flatMap(({ answer }) =>
        answer !== undefined && isGranted(answer) ? answer : [],
      );
      const [first, second] = accepted;
      if (first === undefined)
        throw new InconclusiveError("The target accepts none of several requests with one nonce.");
      if (second === undefined) continue;
      throw new Violation({
        expected: "one of several queries with one nonce at the same time to be accepted",
        actual: `${accepted.length} of ${asked.length} accepted`,
        exchange: second.exchange,
        deviations: [{ what: USED_NONCE, when: ["at the same time"] }],
      });
    }
  },
});

/** The nonce of the first request serves for all. */
function sharingANonce(): Tamper {
  let shared: string | undefined;
  return async (valid, resign) => {
    shared ??= valid.nonce;
    const nonce = shared ?? "";
    return { ...valid, nonce, signature: await resign(() => ({ nonce })) };
  };
}

export const refusesANonceAfterAPause = inferred("freshness.nonce-after-pause", {
  ...OF_NONCES,
  spends: true,
  text: "A nonce accepted before is refused after a pause and after other requests.",
  check: repeatCheck(async (context) => {
    const { merchant, urls, pause, effort } = context;
    const afterOthers = async () => {
      for (let other = 0; other < effort.at(OTHERS); other += 1) await merchant.accepts(urls.fresh());
      await pause(effort.at(PAUSE_MS));
    };
    const afterDisable = async () => {
      await merchant.disable();
      await merchant.holds(urls.fresh());
    };
    await refuseReplays(context, [{ of: "query", replay: NONCE_AGAIN }], {
      state: "enabled",
      intervals: [
        { take: afterOthers },
        { take: afterDisable, since: AFTER_DISABLE },
        { take: async () => merchant.disable() },
      ],
    });
  }),
});

/** Sends a request that must be accepted, and returns the credentials that it carried. */
async function credentialsOf(merchant: Merchant, draft: Draft): Promise<Credentials> {
  let used: Credentials = {};
  const answer = await merchant.send({ ...draft, tamper: (valid) => (used = valid) });
  if (succeeded(answer)) return used;
  throw new InconclusiveError(`A valid ${draft.label} was answered ${describeAnswer(answer)}.`);
}
