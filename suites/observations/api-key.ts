import { unknown } from "../../lib/arbitraries/api-key.ts";
import { observe } from "../../lib/check.ts";
import { type Credentials, queryDraft, registerDraft } from "../../lib/client/draft.ts";
import type { Context } from "../../lib/context.ts";
import { acquainted } from "../../lib/observing/acquainted.ts";
import { receptions } from "../../lib/observing/granted.ts";
import { firstComplaint } from "../../lib/observing/first-complaint.ts";
import { twice } from "../../lib/observing/observed.ts";

function wrongKey({ merchant }: Context): string {
  return unknown(merchant.apiKey)[0] ?? `${merchant.apiKey}x`;
}

const beside = (more: Credentials) => () => ({
  ...queryDraft("open"),
  tamper: (valid: Credentials) => ({ ...valid, ...more }),
});

const withoutKey = {
  ...queryDraft("open"),
  tamper: (valid: Credentials) => ({ ...valid, apiKey: undefined }),
};

export const wrongSignatureBesideAKey = observe("api-key.ignored-signature", async (context) => {
  await context.merchant.settled();
  return receptions(context, {
    "X-Signature": beside({ signature: "0".repeat(64) }),
    "X-Timestamp": beside({ timestamp: "1" }),
    "X-Nonce": beside({ nonce: "nonce" }),
  });
});

export const keyElsewhere = observe("api-key.elsewhere", async (context) => {
  const { merchant } = context;
  await merchant.settled();
  const bearer = (scheme: string) => [["Authorization", `${scheme} ${merchant.apiKey}`] as const];
  const key = encodeURIComponent(merchant.apiKey);
  return receptions(context, {
    "query parameter apiKey": () => ({ ...withoutKey, query: `apiKey=${key}` }),
    "query parameter api_key": () => ({ ...withoutKey, query: `api_key=${key}` }),
    "Authorization: Bearer": () => ({ ...withoutKey, headers: bearer("Bearer") }),
    "Authorization: ApiKey": () => ({ ...withoutKey, headers: bearer("ApiKey") }),
  });
});

export const repeatedHeader = observe("api-key.repeated-header", async (context) => {
  const { merchant } = context;
  await merchant.settled();
  const wrong = wrongKey(context);
  return receptions(context, {
    "the valid key first": () => ({ ...queryDraft("open"), headers: [["X-API-Key", wrong] as const] }),
    "the valid key last": () => ({
      ...queryDraft("open"),
      tamper: (valid: Credentials) => ({ ...valid, apiKey: wrong }),
      headers: [["X-API-Key", merchant.apiKey] as const],
    }),
  });
});

export const orderOfValidation = observe("api-key.before-validation", async (context) => {
  const { merchant, urls } = context;
  const known = await acquainted(context);
  const apiKey = wrongKey(context);
  return twice(context, async () => {
    const url = urls.fresh().replace("https:", "http:");
    const draft = { ...registerDraft(url, "open"), tamper: (valid: Credentials) => ({ ...valid, apiKey }) };
    await merchant.send(draft);
    const [credentials, input] = (["wrong API key", "http callback URL"] as const).map((kind) =>
      known.filter((sighting) => sighting.kind === kind),
    );
    return firstComplaint(context.seen.sightings.at(-1), {
      credentials: credentials ?? [],
      body: input ?? [],
    });
  });
});
