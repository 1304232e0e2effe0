import {
  caseChanged,
  type Corruption,
  extended,
  oneCharacterOff,
  truncated,
  unknown,
} from "../../lib/arbitraries/api-key.ts";
import { queryDraft, registerDraft } from "../../lib/client/draft.ts";
import type { Merchant } from "../../lib/client/merchant.ts";
import { sendTogether } from "../../lib/client/send-together.ts";
import { ambient, check } from "../../lib/check.ts";
import type { Context } from "../../lib/context.ts";
import { accepted } from "../../lib/oracles/accepted.ts";
import { acceptedLikeItsTwin } from "../../lib/oracles/accepted-like-its-twin.ts";
import { keySuffices } from "../../lib/oracles/key-suffices.ts";
import { refused } from "../../lib/oracles/refused.ts";
import { type Imposture, rejectsCredentials } from "../../lib/oracles/rejects-credentials.ts";
import { InapplicableError } from "../../lib/verdict.ts";

const KEYS = { quick: 1, standard: 10, deep: 10 };
const SPELLINGS = { quick: 1, standard: 2, deep: 2 };
const OVERLAPS = { quick: 0, standard: 2, deep: 10 };
const ALTERNATIONS = { quick: 1, standard: 5, deep: 40 };

export const refusalRevealsNothing = ambient("api-key.refusal-reveals-nothing");
export const refusalHasNoEffect = ambient("api-key.refusal-has-no-effect");

export const suffices = check("api-key.suffices", async ({ merchant, urls, wasKept }) => {
  await keySuffices(merchant, registerDraft(urls.fresh()), wasKept("register.accepts"));
  await keySuffices(merchant, queryDraft(), wasKept("query.answers"));
});

function withKey(name: string, apiKey: string): Imposture {
  return { name, expects: "refused key", tamper: (valid) => ({ ...valid, apiKey }) };
}

const withoutKey: Imposture = {
  name: "no API key",
  expects: "refused key",
  tamper: (valid) => ({ ...valid, apiKey: undefined }),
};

async function rejectsCorrupted(
  { merchant, urls, atDepth }: Context,
  what: string,
  corrupt: Corruption,
): Promise<void> {
  const keys = corrupt(merchant.apiKey);
  if (keys.length === 0) throw new InapplicableError("The API key has no letters.");
  await rejectsCredentials(
    merchant,
    urls,
    keys.slice(0, atDepth(KEYS)).map((key) => withKey(what, key)),
  );
}

export const refusesAnAbsentKey = check("api-key.absent", async ({ merchant, urls }) => {
  await rejectsCredentials(merchant, urls, [withoutKey]);
});

export const refusesAnEmptyKey = check("api-key.empty", async ({ merchant, urls }) => {
  await rejectsCredentials(merchant, urls, [withKey("an empty API key", "")]);
});

export const refusesAnUnknownKey = check("api-key.unknown", async (context) => {
  await rejectsCorrupted(context, "an unknown API key", unknown);
});

export const refusesAPartOfAKey = check("api-key.truncated", async (context) => {
  await rejectsCorrupted(context, "a part of the API key", truncated);
});

export const refusesAKeyAndMore = check("api-key.extended", async (context) => {
  await rejectsCorrupted(context, "the API key and more", extended);
});

export const refusesAKeyInOtherCase = check("api-key.case-changed", async (context) => {
  await rejectsCorrupted(context, "the API key in other letter case", caseChanged);
});

export const refusesAKeyWithOneWrongCharacter = check("api-key.one-character-off", async (context) => {
  await rejectsCorrupted(context, "the API key with one wrong character", oneCharacterOff);
});

export const authenticatesEveryRequest = check(
  "api-key.every-request",
  async ({ merchant, urls, atDepth }) => {
    for (let turn = 0; turn < atDepth(ALTERNATIONS); turn += 1) {
      const lane = `alternating-${turn % 2}`;
      await merchant.send({ ...registerDraft(urls.fresh()), lane });
      await rejectsCredentials(merchant, urls, [
        { ...withoutKey, name: "no API key, after a good request", lane },
        { ...withKey("an unknown API key, after a good request", `${merchant.apiKey}x`), lane },
      ]);
      accepted(await merchant.send({ ...queryDraft(), lane }), "a good request after refused ones");
      refused(
        await merchant.send({ ...queryDraft("refused key"), tamper: withoutKey.tamper, lane }),
        "a query without API key, once more",
      );
    }
    for (let round = 0; round < atDepth(OVERLAPS); round += 1) await refusesBesideAGoodRequest(merchant);
  },
);

/** Wrong keys are wrong also while a request with a good one is under way. */
async function refusesBesideAGoodRequest(merchant: Merchant): Promise<void> {
  const impostures = [withoutKey, withKey("an unknown API key", `${merchant.apiKey}x`)];
  const forged = impostures.map(({ tamper }) => ({ ...queryDraft("refused key"), tamper }));
  const drafts = forged.flatMap((draft) => [queryDraft(), draft]);
  const answers = await sendTogether(drafts.map((draft) => ({ merchant, draft })));
  for (const { draft, answer } of answers) {
    if (answer !== undefined && draft.expects === "refused key")
      refused(answer, "a query with a wrong API key, or none, beside a good one");
  }
}

export const readsHeaderNamesInAnyCase = check("api-key.header-name-case", async (context) => {
  const { merchant, urls, atDepth } = context;
  const spellings = [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()];
  for (const headerName of spellings.slice(0, atDepth(SPELLINGS))) {
    const what = `${headerName("X-API-Key")} as the name of the header`;
    for (const plain of [registerDraft(urls.fresh()), queryDraft()])
      await acceptedLikeItsTwin(merchant, { ...plain, headerName }, plain, `${plain.label} with ${what}`);
  }
});
