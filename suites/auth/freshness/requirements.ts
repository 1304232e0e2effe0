import { AFTER_DISABLE } from "../../../lib/api/exchange/credential-deviation.ts";
import type { CredentialOffence } from "../../../lib/api/request/offence.ts";
import type { SpoiltCaller } from "../../../lib/api/refusals/caller.ts";
import { inferred, refuses } from "../../../lib/api/auth/requirement.ts";
import { claimsSingleUse, claimsTolerance } from "../../../lib/profile/bindings.ts";
import { nonIntegerTimestamps, withNonce, withTimestamp } from "../../../lib/api/webhook/inputs/forgery.ts";
import { credentialsOf } from "../../../lib/api/merchant/credentials-of.ts";
import { disableDraft, queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { refuseEverywhere } from "../../../lib/api/auth/refuse-everywhere.ts";
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
/** Room for the time that a request takes, in seconds. */
const SLACK_SECONDS = 10;
const DAY_SECONDS = 86_400;

export const refusesATimestampThatIsNoInteger = refuses("freshness.timestamp-integer", {
  sections: ["4.1", "5"],
  text: "A request whose X-Timestamp is not an integer is refused.",
  because: "X-Timestamp is an integer, and the deployment claims to compare it with its clock.",
  binds: claimsTolerance,
  offences: () => nonIntegerTimestamps,
  isFine: true,
});

export const refusesAnOldTimestamp = inferred("freshness.timestamp-too-old", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request older than the claimed tolerance is refused.",
  because: FRESH,
  binds: claimsTolerance,
  refusedCredentials: (caller) => farTimestamps(caller, -1),
  check: async (context) => {
    await staysWithinTheTolerance(context, -1);
    await refusesTimestamps(context, ["0", "-1"]);
  },
});

export const refusesAFutureTimestamp = inferred("freshness.timestamp-too-new", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request further in the future than the claimed tolerance is refused.",
  because: FRESH,
  binds: claimsTolerance,
  refusedCredentials: (caller) => farTimestamps(caller, 1),
  check: async (context) => {
    await staysWithinTheTolerance(context, 1);
    await refusesTimestamps(context, ["999999999999999", "99999999999999999999"]);
  },
});

type Stamps = Pick<SpoiltCaller, "timestamp" | "claims">;

/** Twice the tolerance away, and at the same time of another day. */
function farTimestamps(caller: Stamps, side: -1 | 1): CredentialOffence[] {
  const far = 2 * (caller.claims.timestampToleranceSeconds ?? 0) + SLACK_SECONDS;
  const days = Math.ceil(far / DAY_SECONDS) * DAY_SECONDS;
  return [far, days].map((seconds) => stampedAt(caller, side * seconds));
}

function stampedAt({ timestamp }: Stamps, seconds: number): CredentialOffence {
  return withTimestamp(`a timestamp ${Math.abs(seconds)} s ${seconds < 0 ? "old" : "ahead"}`, () =>
    timestamp(seconds),
  );
}

/**
 * Tries timestamps on one side of the tolerance. The target accepts valid requests, so its clock differs from this machine's by
 * less than the tolerance: twice the tolerance is too far on either side. Nearer timestamps depend on that difference. A window
 * that is longer than the tolerance on one side must be shorter on the other.
 */
async function staysWithinTheTolerance(context: AuthContext, side: -1 | 1): Promise<void> {
  const { merchant, claims } = context;
  const tolerance = claims.timestampToleranceSeconds ?? 0;
  const at = (seconds: number) => stampedAt(context, seconds);
  await refuseEverywhere(context, (caller) => farTimestamps(caller, side));
  const beyond = 2 * SLACK_SECONDS;
  const near = await merchant.send({ ...queryDraft("open"), tamper: at(side * (tolerance + beyond)).tamper });
  if (!hasConfiguration(near.envelope?.["data"])) return;
  const inner = Math.max(tolerance - beyond + SLACK_SECONDS, 0);
  const opposite = at(-side * inner);
  assertRefused(
    await merchant.send({ ...queryDraft("open"), tamper: opposite.tamper }),
    `a query with ${opposite.name} by a target that accepts one of ${tolerance + beyond} s on the other side, when it claims ${tolerance} s,`,
  );
}

/** Integers so far from now that code may take them for something else: nothing, an error, an overflow. */
async function refusesTimestamps({ merchant, effort }: AuthContext, texts: readonly string[]): Promise<void> {
  for (const text of effort.tried(texts)) {
    const forgery = withTimestamp(`the timestamp ${text}`, () => text);
    const query = { ...queryDraft("refused signature"), tamper: forgery.tamper };
    assertRefused(await merchant.send(query), `a query with ${forgery.name}`);
  }
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
