import { inferred } from "../../../lib/api/auth/requirement.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { refuseEverywhere } from "../../../lib/api/auth/refuse-everywhere.ts";
import { secondMerchant } from "../../../lib/profile/needs/needs.ts";
import { answerIfAny } from "../../../lib/api/exchange/answer-if-any.ts";
import { unlessUncovered } from "../../../lib/api/merchant/unless-uncovered.ts";
import type { CredentialOffences } from "../../../lib/api/refusals/caller.ts";
import type { Replay } from "../../../lib/api/refusals/replays.ts";
import {
  forgedSignature,
  reuseCredentials,
  signedFor,
  signedForNoBody,
  WRONG_SIGNATURE,
  WRONG_SIGNATURES,
} from "../../../lib/api/refusals/wrong-signatures.ts";
import {
  type Credentials,
  type Draft,
  IN_CHUNKS,
  queryDraft,
  registerBody,
  registerDraft,
} from "../../../lib/api/request/draft.ts";
import { refuseReplays } from "../../../lib/api/webhook/refuse-replays.ts";
import { repeatCheck } from "../../../lib/api/webhook/oracles/repeat-check.ts";
import { assertRefused } from "../../../lib/api/webhook/oracles/assert-answered.ts";
import { assertUnchanged } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { InapplicableError } from "../../../lib/engine/record/verdict.ts";
import { OF_SIGNATURES, refusesSignature } from "./refuses-signature.ts";

/** Of a register that some servers do not read before they verify its signature. */
const LONG_CHARS = 5_000;

export const coversThePath = refusesSignature("signature.covers-path", {
  text: "A signature made for the path of another operation, or for another query string where it covers that, is refused.",
  offences: WRONG_SIGNATURES.otherPath,
  isFine: true,
  further: async ({ merchant }) => {
    const { expects, tamper } = signedFor("a signature for no query string", () => ({ query: "" }));
    const draft = { ...queryDraft(expects), query: "page=1", tamper };
    if (merchant.mayWrite) await refuseDrafts(merchant, [draft], "a query string that was not signed");
  },
});

export const coversTheMethod = refusesSignature("signature.covers-method", {
  text: "A signature made for another HTTP method is refused, where the signature covers the method.",
  offences: WRONG_SIGNATURES.otherMethod,
});

export const coversTheBody = refusesSignature("signature.covers-body", {
  text: "A signature made for another body is refused.",
  offences: WRONG_SIGNATURES.otherBody,
  isAboutBodies: true,
  further: async ({ merchant, urls, effort }) => {
    const { expects, tamper, name } = signedForNoBody;
    const long = JSON.stringify({ callbackUrl: urls.fresh(), note: "x".repeat(LONG_CHARS) });
    const plain = { ...registerDraft(urls.fresh(), expects), contentType: "text/plain" };
    const chunked = { ...registerDraft(urls.fresh(), expects), ...IN_CHUNKS, isAstray: true };
    const drafts = [plain, registerBody(long, expects), chunked].map((draft) => ({ ...draft, tamper }));
    if (effort.isQuick) return;
    await refuseDrafts(merchant, drafts, name);
    await merchant.configuration();
  },
});

/** Requests that are signed for something else are refused, as far as the signature covers it. @throws {Violation} */
async function refuseDrafts(
  merchant: AuthContext["merchant"],
  drafts: readonly Draft[],
  what: string,
): Promise<void> {
  for (const draft of drafts) {
    const answer = await unlessUncovered(async () => answerIfAny(merchant, draft));
    if (answer !== undefined) assertRefused(answer, `a ${draft.label} with ${what}`);
  }
}

export const coversTheTimestamp = refusesSignature("signature.covers-timestamp", {
  text: "A signature made for another timestamp is refused.",
  offences: WRONG_SIGNATURES.otherTimestamp,
  isFine: true,
});

export const coversTheNonce = refusesSignature("signature.covers-nonce", {
  text: "A signature made for another nonce is refused.",
  offences: WRONG_SIGNATURES.otherNonce,
  isFine: true,
});

export const isNotReused = inferred("signature.not-reused", {
  ...OF_SIGNATURES,
  text: "The signature of an accepted request is refused on a request that differs in body, operation, timestamp or nonce.",
  check: repeatCheck(async (context) => {
    const { merchant, urls, timestamp } = context;
    const cases = [
      { of: "register", isOtherBody: true, ...reused("another body", () => ({})) },
      { of: "register", at: "query", ...reused("the timestamp, the nonce", () => ({})) },
      { of: "query", at: "disable", ...reused("the timestamp, the nonce", () => ({})) },
      { of: "register", ...reused("another timestamp", () => ({ timestamp: timestamp(1) })) },
      { of: "register", ...reused("another nonce", ({ nonce }) => ({ nonce })) },
    ] as const;
    await refuseReplays(context, cases, { intervals: [{ take: async () => merchant.holds(urls.fresh()) }] });
  }),
});

function reused(
  what: string,
  change: (valid: Credentials) => Partial<Credentials>,
): { readonly replay: Replay } {
  const name = `${what} and the signature of an accepted request`;
  return { replay: (used) => forgedSignature(name, reuseCredentials(used, change)) };
}

/** Shows whether any signature is right for the other merchant. */
const withAnotherKeyAlone: CredentialOffences = (caller) =>
  WRONG_SIGNATURES.otherKey(caller).map(({ name, tamper }) =>
    forgedSignature(`${name} and a wrong signature`, async (valid, resign) => ({
      ...(await WRONG_SIGNATURE.tamper(await tamper(valid, resign), resign)),
      wrong: [],
    })),
  );

export const coversTheApiKey = inferred("signature.covers-api-key", {
  ...OF_SIGNATURES,
  needs: [secondMerchant],
  text: "A request with a merchant's key and the signature of another merchant is refused.",
  check: async (context) => {
    const { rival, merchant, urls } = context;
    if (rival.secret === merchant.secret) throw new InapplicableError("Both merchants have the same secret.");
    const before = await rival.holds(urls.fresh());
    await refuseEverywhere(context, WRONG_SIGNATURES.otherKey, {
      isFine: true,
      related: withAnotherKeyAlone,
    });
    assertUnchanged(before, await rival.configuration(), "a request signed by another merchant", {
      when: ["after a refused signature"],
      wasSent: (url) => url.startsWith(urls.under("")),
    });
  },
});
