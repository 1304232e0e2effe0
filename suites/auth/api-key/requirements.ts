import { movesNothingWith } from "../../../lib/api/webhook/move-nothing.ts";
import { CONFIGURATION_FIELDS } from "../../../lib/api/merchant/configuration.ts";
import { STORED } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { inferred, inOneRound, refuses, stated } from "../../../lib/api/auth/requirement.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { refuseDetours } from "../../../lib/api/auth/refuse-everywhere.ts";
import { credentialDeviation } from "../../../lib/api/exchange/credential-deviation.ts";
import { apiKeyMode } from "../../../lib/profile/needs/bindings.ts";
import { callerOf } from "../../../lib/api/refusals/caller.ts";
import { eachWrongKey, keysOfEach, WITHOUT_KEY, WRONG_KEYS } from "../../../lib/api/refusals/wrong-keys.ts";
import { DETOURS_WITHOUT_A_KEY } from "../../../lib/api/request/detours.ts";
import { queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import { sendTogether } from "../../../lib/api/merchant/send-together.ts";
import { assertAccepted, assertRefused } from "../../../lib/api/webhook/oracles/assert-answered.ts";
import { acceptedLikeItsTwin } from "../../../lib/api/webhook/oracles/accepted-like-its-twin.ts";
import { keySuffices } from "../../../lib/api/webhook/oracles/key-suffices.ts";
import { refuseAtWebhooks } from "../../../lib/api/webhook/refuse-credentials.ts";
import { everyRefusal } from "../../../lib/api/webhook/rules/every-answer.ts";
import { keepsEverything, staysDisabled } from "../../../lib/api/webhook/rules/keeps.ts";
import { revealsNothing } from "../../../lib/api/webhook/rules/reveals-nothing.ts";
import { afterRefusal } from "../../../lib/api/webhook/rules/steps.ts";

const AUTHENTICATES =
  "Requests carry an API key, and operations act for the merchant whom it authenticates; this key belongs to no merchant.";
/** After so many turns wrong keys are sent beside good ones. */
const TURNS_PER_OVERLAP = 4;
const { absent, unknown, truncated, extended, caseChanged, oneCharacterOff } = WRONG_KEYS;
const withoutKeyOrUnknown = keysOfEach(absent, unknown);
const nearKeys = keysOfEach(truncated, extended, caseChanged, oneCharacterOff);

/** Says that a wrong API key is refused. */
const refusesKey = (id: string, row: Omit<Parameters<typeof refuses>[1], "sections" | "because">) =>
  refuses(id, { sections: ["4.1", "5"], because: AUTHENTICATES, ...row });

export const suffices = stated("api-key.suffices", {
  sections: ["5", "9"],
  text: "The API key alone is enough to register and to query; with it alone every request of the run is made.",
  binds: apiKeyMode,
  check: async ({ merchant, urls, wasKept }) => {
    await keySuffices(merchant, registerDraft(urls.fresh()), wasKept("register.accepts"));
    await keySuffices(merchant, queryDraft(), wasKept("query.answers"));
  },
});

export const refusesAnAbsentKey = refusesKey("api-key.absent", {
  text: "A request without an API key is refused.",
  offences: WRONG_KEYS.absent,
});

export const refusesAnEmptyKey = refusesKey("api-key.empty", {
  text: "A request with an empty API key is refused.",
  offences: WRONG_KEYS.empty,
});

export const refusesAnUnknownKey = refusesKey("api-key.unknown", {
  text: "A request with an API key that was never issued is refused.",
  offences: WRONG_KEYS.unknown,
});

export const opensNoDetour = inOneRound.inferred("api-key.no-detour", {
  sections: ["4.1", "5"],
  text: "Without a valid API key no header that gateways trust, cookie, query string, body, other spelling of the path, content type or method shows or changes a configuration, or shows a record.",
  because: AUTHENTICATES,
  check: async (context) => {
    const others = context.claims.signature ? [] : context.others;
    await refuseDetours(context, DETOURS_WITHOUT_A_KEY, withoutKeyOrUnknown, others);
  },
});

export const refusesAPartOfAKey = refusesKey("api-key.truncated", {
  text: "A request with a part of an API key is refused.",
  offences: WRONG_KEYS.truncated,
});

export const refusesAKeyAndMore = refusesKey("api-key.extended", {
  text: "A request with an API key and more behind or before it is refused.",
  offences: WRONG_KEYS.extended,
  related: eachWrongKey,
});

export const refusesAKeyInOtherCase = refusesKey("api-key.case-changed", {
  text: "A request with an API key in other letter case is refused.",
  offences: WRONG_KEYS.caseChanged,
  without: "The API key has no letters, or is a UUID or hexadecimal: its letter case need not count.",
});

export const refusesAKeyWithOneWrongCharacter = refusesKey("api-key.one-character-off", {
  text: "A request with an API key that is wrong in one character is refused.",
  offences: WRONG_KEYS.oneCharacterOff,
  related: WRONG_KEYS.caseChanged,
  isFine: true,
});

export const authenticatesEveryRequest = inferred("api-key.every-request", {
  sections: ["4.1", "5"],
  text: "A request is refused for its API key whatever its connection carried before.",
  because: "Every request carries its own credentials.",
  check: async (context) => {
    const { merchant, urls, effort } = context;
    for (let turn = 0; turn < effort.times; turn += 1) {
      const lane = `alternating-${turn % 2}`;
      await merchant.send({ ...registerDraft(urls.fresh()), lane });
      const offencesOf = turn === 1 ? nearKeys : withoutKeyOrUnknown;
      await refuseAtWebhooks(context, (caller) =>
        offencesOf(caller).map((one) => ({
          ...one,
          name: `${one.name}, after a good request`,
          lane,
        })),
      );
      assertAccepted(await merchant.send({ ...queryDraft(), lane }), "a good request after refused ones");
      const { tamper } = WITHOUT_KEY;
      assertRefused(
        await merchant.send({ ...queryDraft("refused key"), tamper, lane }),
        "a query without API key, once more",
      );
      if (turn % TURNS_PER_OVERLAP === TURNS_PER_OVERLAP - 1) await refusesBesideAGoodRequest(context);
    }
  },
});

/** Wrong keys are wrong also while a request with a good one is under way. */
async function refusesBesideAGoodRequest(context: AuthContext): Promise<void> {
  const { merchant } = context;
  const offences = withoutKeyOrUnknown(callerOf(context, merchant));
  const forged = offences.map(({ tamper }) => ({ ...queryDraft("refused key"), tamper }));
  const drafts = forged.flatMap((draft) => [queryDraft(), draft]);
  const answers = await sendTogether(drafts.map((draft) => ({ merchant, draft })));
  for (const { draft, answer } of answers) {
    if (answer === undefined || draft.expects !== "refused key") continue;
    const deviations = [credentialDeviation(answer, "query", ["beside a good request"])];
    assertRefused(answer, "a query with a wrong API key, or none, beside a good one", { deviations });
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
  text: "A request refused for lack of a valid API key changes nothing.",
  because: "Register and disable act for the caller, and this caller is not authenticated.",
  check: movesNothingWith(unknown),
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
