import { unspecified } from "../../../lib/api/auth/requirement.ts";
import { apiKeyMode } from "../../../lib/profile/needs/bindings.ts";
import { unknownKey, WITHOUT_KEY } from "../../../lib/api/refusals/wrong-keys.ts";
import { type Credentials, type Draft, queryDraft } from "../../../lib/api/request/draft.ts";
import { acceptanceOf } from "../../../lib/api/webhook/observing/acceptance.ts";
import { refusalsOf } from "../../../lib/api/webhook/observing/answer-traits.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { eachPart } from "../../../lib/engine/judge/observed.ts";

export const refusals = unspecified("api-key.refusals", {
  sections: ["4.1", "5", "7"],
  text: "How a query without a key, and one with a wrong key, is refused.",
  observe: refusalsOf("no API key", "wrong API key"),
});

const beside = (more: Credentials) =>
  acceptanceOf(() => ({ ...queryDraft(), tamper: (valid: Credentials) => ({ ...valid, ...more }) }));

export const wrongSignatureBesideAKey = unspecified("api-key.ignored-signature", {
  sections: ["4.1", "5"],
  text: "A wrong X-Signature, X-Timestamp or X-Nonce beside a valid key where the key alone suffices.",
  binds: apiKeyMode,
  observe: eachPart({
    "X-Signature": beside({ signature: "0".repeat(64) }),
    "X-Timestamp": beside({ timestamp: "1" }),
    "X-Nonce": beside({ nonce: "nonce" }),
  }),
});

/** A query with its key elsewhere than in X-API-Key. */
const elsewhere = (place: (key: string) => Partial<Draft>) =>
  acceptanceOf(({ merchant }) => ({
    ...queryDraft(),
    tamper: WITHOUT_KEY.tamper,
    ...place(merchant.apiKey),
  }));
const inQuery = (name: string) => elsewhere((key) => ({ query: `${name}=${encodeURIComponent(key)}` }));
const inHeader = (scheme: string) =>
  elsewhere((key) => ({ headers: [["Authorization", `${scheme} ${key}`]] }));

export const unusualRequests = unspecified("api-key.unusual-requests", {
  sections: ["4.1", "5"],
  text: "Whether a valid key counts in another place or beside a wrong one.",
  observe: eachPart<AuthContext>({
    "query parameter apiKey": inQuery("apiKey"),
    "query parameter api_key": inQuery("api_key"),
    "Authorization: Bearer": inHeader("Bearer"),
    "Authorization: ApiKey": inHeader("ApiKey"),
    "before a wrong key": acceptanceOf(({ merchant }) => ({
      ...queryDraft(),
      headers: [["X-API-Key", unknownKey(merchant.apiKey)]],
    })),
    "behind a wrong key": acceptanceOf(({ merchant }) => ({
      ...queryDraft(),
      tamper: (valid: Credentials) => ({ ...valid, apiKey: unknownKey(merchant.apiKey) }),
      headers: [["X-API-Key", merchant.apiKey]],
    })),
  }),
});
