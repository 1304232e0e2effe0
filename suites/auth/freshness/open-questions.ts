import { unspecified } from "../../../lib/api/auth/requirement.ts";
import { signedMode } from "../../../lib/profile/needs/bindings.ts";
import { withNonce, wrongSignatures } from "../../../lib/api/refusals/wrong-signatures.ts";
import { withTimestamp } from "../../../lib/api/refusals/wrong-timestamps.ts";
import { type Draft, queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { ensureConfigured, observeAcceptance } from "../../../lib/api/webhook/observing/acceptance.ts";
import { refusalsOf } from "../../../lib/api/webhook/observing/answer-traits.ts";
import { askTwice, eachPart } from "../../../lib/engine/judge/observed.ts";
import { spentNonce } from "../../../lib/api/webhook/observing/spent-nonce.ts";
import { measureTolerance } from "../../../lib/api/webhook/observing/measure-tolerance.ts";
import { InapplicableError } from "../../../lib/engine/record/verdict.ts";

export const refusals = unspecified("freshness.refusals", {
  sections: ["5", "7"],
  text: "How a query with an old timestamp, and one with a used nonce, is refused.",
  binds: signedMode,
  observe: refusalsOf("old timestamp", "used nonce"),
});

export const noncesAndTimes = unspecified("freshness.nonces-and-times", {
  sections: ["5"],
  text: "Which nonces may be used again, and the tolerance of the timestamp in seconds on both sides.",
  binds: signedMode,
  observe: eachPart<AuthContext>({
    "a nonce refused with its body": fateOf(({ urls }) =>
      registerDraft(urls.fresh().replace("https:", "http:"), "open"),
    ),
    "a nonce refused with its signature": fateOf(() => {
      const tamper = wrongSignatures[0]?.tamper;
      return { ...queryDraft("open"), ...(tamper && { tamper }) };
    }),
    "a nonce of another merchant": askTwice(async (context) => {
      const [other] = context.others;
      if (other === undefined) throw new InapplicableError("The profile has no second merchant.");
      await ensureConfigured(context);
      await other.settled();
      return fate(context, await spentNonce(other));
    }),
    "tolerance in the past": toleranceOf(-1),
    "tolerance in the future": toleranceOf(1),
  }),
});

/** Whether a nonce may still be used after a request that carried it was refused. */
function fateOf(refused: (context: AuthContext) => Draft) {
  return askTwice<AuthContext>(async (context) => {
    await ensureConfigured(context);
    return fate(context, await spentNonce(context.merchant, refused(context)));
  });
}

async function fate(context: AuthContext, nonce: string): Promise<"used" | "free"> {
  const draft = { ...queryDraft("open"), tamper: withNonce("", nonce).tamper, once: true };
  return (await observeAcceptance(context, draft)) === "accepted" ? "free" : "used";
}

function toleranceOf(sign: 1 | -1) {
  return askTwice<AuthContext>(async (context) => {
    const { measures, timestamp } = context;
    if (!measures.timestampTolerance) {
      throw new InapplicableError(
        "Takes many requests that are refused: allow it by observe.timestampTolerance.",
      );
    }
    await ensureConfigured(context);
    return measureTolerance(async (seconds) => {
      const { tamper } = withTimestamp("", () => timestamp(sign * seconds));
      return (await observeAcceptance(context, { ...queryDraft("open"), tamper })) === "accepted";
    });
  });
}
