import { unspecified } from "../../../lib/api/auth/requirement.ts";
import { apiKeyMode } from "../../../lib/profile/bindings.ts";
import { unknownKey, WITHOUT_KEY } from "../../../lib/api/refusals/wrong-keys.ts";
import { type Credentials, queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import { everyKindSeen } from "../../../lib/api/webhook/observing/every-kind-seen.ts";
import { observeAcceptances } from "../../../lib/api/webhook/observing/acceptance.ts";
import { firstComplaint } from "../../../lib/api/webhook/observing/first-complaint.ts";
import { lookTwice } from "../../../lib/engine/observed.ts";

const beside = (more: Credentials) => () => ({
  ...queryDraft("open"),
  tamper: (valid: Credentials) => ({ ...valid, ...more }),
});
const withoutKey = { ...queryDraft("open"), tamper: WITHOUT_KEY.tamper };

export const wrongSignatureBesideAKey = unspecified("api-key.ignored-signature", {
  sections: ["4.1", "5"],
  text: "A wrong X-Signature, X-Timestamp or X-Nonce beside a valid key where the key alone suffices.",
  binds: apiKeyMode,
  observe: async (context) => {
    await context.merchant.settled();
    return observeAcceptances(context, {
      "X-Signature": beside({ signature: "0".repeat(64) }),
      "X-Timestamp": beside({ timestamp: "1" }),
      "X-Nonce": beside({ nonce: "nonce" }),
    });
  },
});

export const keyElsewhere = unspecified("api-key.elsewhere", {
  sections: ["4.1", "5"],
  text: "A valid key in a query parameter or an Authorization header.",
  observe: async (context) => {
    const { merchant } = context;
    await merchant.settled();
    const bearer = (scheme: string) => [["Authorization", `${scheme} ${merchant.apiKey}`] as const];
    const key = encodeURIComponent(merchant.apiKey);
    return observeAcceptances(context, {
      "query parameter apiKey": () => ({ ...withoutKey, query: `apiKey=${key}` }),
      "query parameter api_key": () => ({ ...withoutKey, query: `api_key=${key}` }),
      "Authorization: Bearer": () => ({ ...withoutKey, headers: bearer("Bearer") }),
      "Authorization: ApiKey": () => ({ ...withoutKey, headers: bearer("ApiKey") }),
    });
  },
});

export const repeatedHeader = unspecified("api-key.repeated-header", {
  sections: ["4.1"],
  text: "Two X-API-Key headers, one valid and one not.",
  observe: async (context) => {
    const { merchant } = context;
    await merchant.settled();
    const wrong = unknownKey(merchant.apiKey);
    return observeAcceptances(context, {
      "the valid key first": () => ({ ...queryDraft("open"), headers: [["X-API-Key", wrong] as const] }),
      "the valid key last": () => ({
        ...queryDraft("open"),
        tamper: (valid: Credentials) => ({ ...valid, apiKey: wrong }),
        headers: [["X-API-Key", merchant.apiKey] as const],
      }),
    });
  },
});

export const orderOfValidation = unspecified("api-key.before-validation", {
  sections: ["5", "7"],
  text: "Whether a request that is wrong in both is refused for its credentials or for its body.",
  observe: async (context) => {
    const { merchant, urls } = context;
    const known = await everyKindSeen(context);
    const apiKey = unknownKey(merchant.apiKey);
    return lookTwice(context, async () => {
      const url = urls.fresh().replace("https:", "http:");
      const draft = { ...registerDraft(url, "open"), tamper: (valid: Credentials) => ({ ...valid, apiKey }) };
      await merchant.send(draft);
      const [credentials, input] = (["wrong API key", "http callback URL"] as const).map((kind) =>
        known.filter((seenAnswer) => seenAnswer.kind === kind),
      );
      return firstComplaint(context.seen.answers.at(-1), {
        credentials: credentials ?? [],
        body: input ?? [],
      });
    });
  },
});
