import { CONFIGURATION_FIELDS } from "../../../lib/api/merchant/configuration.ts";
import { STORED } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { inferred, stated } from "../../../lib/api/auth/requirement.ts";
import { apiKeyMode } from "../../../lib/profile/bindings.ts";
import {
  caseChanged,
  extended,
  isHexadecimal,
  oneCharacterOff,
  punctuated,
  truncated,
  unissuedKey,
  unknown,
  withKey,
  withKeys,
} from "../../../lib/api/webhook/inputs/api-key.ts";
import { DETOURS_WITHOUT_A_KEY } from "../../../lib/api/request/detours.ts";
import { queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import { opensNoDoorBeyondWebhooks } from "../../../lib/api/auth/no-door-beyond-webhooks.ts";
import { rejectsCorrupted } from "./rejects-corrupted.ts";
import { rejectsWords } from "./rejects-words.ts";
import { refusedBeyondWebhooks } from "../../../lib/api/auth/beyond-webhooks.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import { sendTogether } from "../../../lib/api/merchant/send-together.ts";
import { assertAccepted } from "../../../lib/api/webhook/oracles/assert-accepted.ts";
import { acceptedLikeItsTwin } from "../../../lib/api/webhook/oracles/accepted-like-its-twin.ts";
import { keySuffices } from "../../../lib/api/webhook/oracles/key-suffices.ts";
import { opensNoDoor } from "../../../lib/api/webhook/oracles/opens-no-door.ts";
import { assertRefused } from "../../../lib/api/webhook/oracles/assert-refused.ts";
import type { CredentialOffence } from "../../../lib/api/request/offence.ts";
import { rejectsCredentials } from "../../../lib/api/webhook/oracles/rejects-credentials.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { everyRefusal } from "../../../lib/api/webhook/rules/every-answer.ts";
import { keepsEverything, staysDisabled } from "../../../lib/api/webhook/rules/keeps.ts";
import { revealsNothing } from "../../../lib/api/webhook/rules/reveals-nothing.ts";
import { afterRefusal } from "../../../lib/api/webhook/rules/steps.ts";

const AUTHENTICATES =
  "Requests carry an API key, and operations act for the merchant whom it authenticates; this key belongs to no merchant.";
/** After so many turns wrong keys are sent beside good ones. */
const TURNS_PER_OVERLAP = 4;
const withoutKey: CredentialOffence = {
  name: "no API key",
  expects: "refused key",
  tamper: (valid) => ({ ...valid, apiKey: undefined }),
};

const withEmptyKey = withKey("an empty API key", "");

/** Whoever sends it: of the same shape as their own. */
const withUnknownKey: CredentialOffence = {
  name: "an unknown API key",
  expects: "refused key",
  tamper: (valid) => ({ ...valid, apiKey: unknown(valid.apiKey ?? "")[0] }),
};

export const suffices = stated("api-key.suffices", {
  sections: ["5", "9"],
  text: "The API key alone is enough to register and to query; with it alone every request of the run is made.",
  binds: apiKeyMode,
  check: async ({ merchant, urls, wasKept }) => {
    await keySuffices(merchant, registerDraft(urls.fresh()), wasKept("register.accepts"));
    await keySuffices(merchant, queryDraft(), wasKept("query.answers"));
  },
});

export const refusesAnAbsentKey = inferred("api-key.absent", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request without an API key is refused.",
  because: AUTHENTICATES,
  refusedCredentials: () => [withoutKey],
  check: async (context) => {
    await rejectsCredentials(context.merchant, context.urls, [withoutKey]);
    await refusedBeyondWebhooks(context, [withoutKey]);
  },
});

export const refusesAnEmptyKey = inferred("api-key.empty", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request with an empty API key is refused.",
  because: AUTHENTICATES,
  refusedCredentials: () => [withEmptyKey],
  check: async (context) => {
    await rejectsCredentials(context.merchant, context.urls, [withEmptyKey]);
    await refusedBeyondWebhooks(context, [withEmptyKey]);
  },
});

export const refusesAnUnknownKey = inferred("api-key.unknown", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request with an API key that was never issued is refused.",
  because: AUTHENTICATES,
  refusedCredentials: withKeys("an unknown API key", unknown),
  check: async (context) => {
    await rejectsCorrupted(context, "an unknown API key", unknown);
    if (!context.claims.signature) await rejectsWords(context);
  },
});

export const opensNoDetour = inferred("api-key.no-detour", {
  sections: ["4.1", "5"],
  text: "Without a valid API key no header that gateways trust, cookie, query string, body, other spelling of the path, content type or method shows or changes a configuration, or shows a record.",
  because: AUTHENTICATES,
  check: async (context) => {
    const { merchant, urls, effort, claims } = context;
    const others = claims.signature ? [] : context.others;
    const offences = [withoutKey, withUnknownKey];
    await opensNoDoor({ merchant, others, urls, effort }, DETOURS_WITHOUT_A_KEY, offences);
    await opensNoDoorBeyondWebhooks(context, DETOURS_WITHOUT_A_KEY, offences);
  },
});

export const refusesAPartOfAKey = inferred("api-key.truncated", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request with a part of an API key is refused.",
  because: AUTHENTICATES,
  refusedCredentials: withKeys("a part of the API key", truncated),
  check: async (context) => {
    await rejectsCorrupted(context, "a part of the API key", truncated);
  },
});

export const refusesAKeyAndMore = inferred("api-key.extended", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request with an API key and more behind or before it is refused.",
  because: AUTHENTICATES,
  refusedCredentials: withKeys("the API key and more", extended),
  check: async (context) => {
    await rejectsCorrupted(context, "the API key and more", extended, { onQuery: punctuated });
  },
});

export const refusesAKeyInOtherCase = inferred("api-key.case-changed", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request with an API key in other letter case is refused.",
  because: AUTHENTICATES,
  refusedCredentials: withKeys("the API key in other letter case", (key) =>
    isHexadecimal(key) ? [] : caseChanged(key),
  ),
  check: async (context) => {
    if (isHexadecimal(context.merchant.apiKey))
      throw new InapplicableError("The API key is a UUID or hexadecimal: its letter case need not count.");
    await rejectsCorrupted(context, "the API key in other letter case", caseChanged);
  },
});

export const refusesAKeyWithOneWrongCharacter = inferred("api-key.one-character-off", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request with an API key that is wrong in one character is refused.",
  because: AUTHENTICATES,
  refusedCredentials: withKeys("the API key with one wrong character", oneCharacterOff),
  check: async (context) => {
    await rejectsCorrupted(context, "the API key with one wrong character", oneCharacterOff, {
      isFine: true,
    });
  },
});

export const authenticatesEveryRequest = inferred("api-key.every-request", {
  sections: ["4.1", "5"],
  text: "A request is refused for its API key whatever its connection carried before.",
  because: "Every request carries its own credentials.",
  check: async ({ merchant, urls, effort, issuedKeys }) => {
    const wrong = unissuedKey(merchant.apiKey, issuedKeys);
    for (let turn = 0; turn < effort.times; turn += 1) {
      const lane = `alternating-${turn % 2}`;
      await merchant.send({ ...registerDraft(urls.fresh()), lane });
      await rejectsCredentials(merchant, urls, [
        { ...withoutKey, name: "no API key, after a good request", lane },
        { ...withKey("an unknown API key, after a good request", wrong), lane },
      ]);
      assertAccepted(await merchant.send({ ...queryDraft(), lane }), "a good request after refused ones");
      assertRefused(
        await merchant.send({ ...queryDraft("refused key"), tamper: withoutKey.tamper, lane }),
        "a query without API key, once more",
      );
      if (turn % TURNS_PER_OVERLAP === TURNS_PER_OVERLAP - 1)
        await refusesBesideAGoodRequest(merchant, wrong);
    }
  },
});

/** Wrong keys are wrong also while a request with a good one is under way. */
async function refusesBesideAGoodRequest(merchant: Merchant, wrong: string): Promise<void> {
  const offences = [withoutKey, withKey("an unknown API key", wrong)];
  const forged = offences.map(({ tamper }) => ({ ...queryDraft("refused key"), tamper }));
  const drafts = forged.flatMap((draft) => [queryDraft(), draft]);
  const answers = await sendTogether(drafts.map((draft) => ({ merchant, draft })));
  for (const { draft, answer } of answers) {
    if (answer !== undefined && draft.expects === "refused key")
      assertRefused(answer, "a query with a wrong API key, or none, beside a good one");
  }
}

export const refusalRevealsNothing = inferred("api-key.refusal-reveals-nothing", {
  byQueries: true,
  sections: ["1", "5"],
  readsOneOf: CONFIGURATION_FIELDS,
  text: "A refusal for lack of a valid API key reveals nothing of any configuration.",
  because: "Query returns the caller's configuration, and this caller is not authenticated.",
  rule: everyRefusal("refused key", revealsNothing),
});

export const refusalHasNoEffect = inferred("api-key.refusal-has-no-effect", {
  sections: ["1", "5"],
  readsOneOf: STORED,
  text: "A register or disable refused for lack of a valid API key changes nothing.",
  because: "Register and disable act for the caller, and this caller is not authenticated.",
  rule: afterRefusal("refused key", keepsEverything, staysDisabled),
});

export const readsHeaderNamesInAnyCase = inferred("api-key.header-name-case", {
  sections: ["4.1"],
  text: "The credential headers are read whatever the letter case of their names.",
  because: "They are HTTP headers, whose names are case-insensitive.",
  check: async (context) => {
    const { merchant, urls, effort } = context;
    const spellings = [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()];
    for (const headerName of effort.tried(spellings)) {
      const what = `${headerName("X-API-Key")} as the name of the header`;
      for (const plain of [registerDraft(urls.fresh()), queryDraft()])
        await acceptedLikeItsTwin(merchant, { ...plain, headerName }, plain, `${plain.label} with ${what}`);
    }
  },
});
