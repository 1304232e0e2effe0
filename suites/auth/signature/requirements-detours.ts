import { inferred, inOneRound } from "../../../lib/api/auth/requirement.ts";
import { claimsSignature } from "../../../lib/profile/needs/bindings.ts";
import { secondMerchant } from "../../../lib/profile/needs/needs.ts";
import { type Draft, queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import { DETOURS_WITHOUT_A_SIGNATURE } from "../../../lib/api/request/detours.ts";
import { refuseDetours } from "../../../lib/api/auth/refuse-everywhere.ts";
import { wrongSignatures } from "../../../lib/api/refusals/wrong-signatures.ts";
import { answerIfAny } from "../../../lib/api/exchange/answer-if-any.ts";
import { returnedUrl } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { assertUnchanged } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { deviationWithTwoKeys } from "../../../lib/api/exchange/credential-deviation.ts";
import { describeAnswer, succeeded } from "../../../lib/api/exchange/answer.ts";
import { InapplicableError, Violation } from "../../../lib/engine/record/verdict.ts";

const FORGERIES = 2;

export const opensNoDetour = inOneRound.inferred("signature.no-detour", {
  sections: ["4.1", "5"],
  text: "With a wrong X-Signature no other method, spelling of the path, query string, cookie, content type, long body or header that gateways trust shows or changes a configuration, or shows a record.",
  because:
    "The deployment claims to verify the request signature, and this one is wrong for whatever is sent.",
  binds: claimsSignature,
  check: async (context) =>
    refuseDetours(context, DETOURS_WITHOUT_A_SIGNATURE, () => wrongSignatures.slice(0, FORGERIES)),
});

export const actsForTheKeyThatItChecks = inferred("signature.two-keys", {
  sections: ["1", "4.1", "5"],
  needs: [secondMerchant],
  text: "A request with the API keys of two merchants, signed with the secret of one, neither shows nor changes the configuration of the other.",
  because:
    "Every operation acts for the merchant who has proven to be the caller; the API key alone proves nothing here.",
  binds: claimsSignature,
  check: async ({ merchant, rival, urls }) => {
    if (rival.secret === merchant.secret) throw new InapplicableError("Both merchants have the same secret.");
    const before = await rival.holds(urls.fresh());
    const theirs = returnedUrl(before);
    let isGranted = false;
    const url = urls.fresh();
    for (const withBoth of [ownKeyFirst, ownKeyLast]) {
      for (const plain of [queryDraft("open"), registerDraft(url, "open")]) {
        const answer = await answerIfAny(merchant, withBoth(plain, merchant.apiKey, rival.apiKey));
        if (answer === undefined) continue;
        isGranted ||= succeeded(answer);
        const actual = describeAnswer(answer);
        if (actual.includes(theirs))
          throw new Violation({
            expected: "nothing of the other merchant",
            actual,
            exchange: answer.exchange,
            deviations: [deviationWithTwoKeys(plain.label)],
          });
      }
    }
    const refused = { when: ["after a refused signature"], wasSent: (stored: string) => stored === url };
    const what = "a request that another merchant has signed";
    assertUnchanged(before, await rival.configuration(), what, isGranted ? {} : refused);
  },
});

function ownKeyFirst(draft: Draft, _own: string, other: string): Draft {
  return { ...draft, isAstray: true, headers: [["X-API-Key", other]] };
}

function ownKeyLast(draft: Draft, own: string, other: string): Draft {
  const tamper: Draft["tamper"] = (valid) => ({ ...valid, apiKey: other });
  return { ...draft, isAstray: true, tamper, headers: [["X-API-Key", own]] };
}
