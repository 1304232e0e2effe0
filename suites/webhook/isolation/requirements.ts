import { byAll } from "../../../lib/api/request/detour.ts";
import {
  NAMING_BY_BODY,
  NAMING_BY_COOKIE,
  NAMING_BY_HEADER,
  NAMING_BY_PATH,
  NAMING_BY_QUERY,
} from "../../../lib/api/request/naming-detours.ts";
import { refuseNames } from "../../../lib/api/webhook/refuse-names.ts";
import { inferred as inferredTwice, inOneRound } from "../../../lib/api/webhook/requirement.ts";
import { OF_TWO_MERCHANTS } from "./of-two-merchants.ts";
import { SEQUENCES, turns } from "../../../lib/api/webhook/inputs/sequence.ts";
import { type Merchant } from "../../../lib/api/merchant/merchant.ts";
import { queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import {
  type MerchantRequest,
  type Overlapping,
  sendTogether,
} from "../../../lib/api/merchant/send-together.ts";
import { MerchantWalk } from "../../../lib/api/webhook/model/play.ts";
import {
  disablesBesideRegister,
  disablesBoth,
  disablesOne,
} from "../../../lib/api/webhook/oracles/disables-together.ts";
import { keepsIdentity, keepsTo } from "../../../lib/api/webhook/oracles/keeps-to.ts";
import { refusesBesideRegister } from "../../../lib/api/webhook/oracles/refuses-beside-register.ts";
import { adoptedUrl } from "../../../lib/api/merchant/configuration.ts";
import { returnedUrl } from "../../../lib/api/webhook/oracles/returned-field.ts";

const { inferred } = inOneRound;

const UPDATES = 2;
/** In one of so many rounds, and never in the last, both disable as well. */
const ROUNDS_PER_DISABLE = 4;

export const noQueryParameterReachesOthers = inferredTwice("isolation.query-parameter", {
  sections: ["1", "4.2"],
  ...OF_TWO_MERCHANTS,
  text: "No query parameter, and no merchant named in the path, reaches another merchant's configuration.",
  check: async (context) => refuseNames(context, [...NAMING_BY_QUERY, ...NAMING_BY_PATH]),
});

export const noBodyMemberReachesOthers = inferredTwice("isolation.body-member", {
  sections: ["1", "4.2"],
  ...OF_TWO_MERCHANTS,
  text: "No member of a request body reaches another merchant's configuration.",
  check: async (context) => refuseNames(context, NAMING_BY_BODY),
});

export const noHeaderReachesOthers = inferredTwice("isolation.header", {
  sections: ["1", "4.1"],
  ...OF_TWO_MERCHANTS,
  text: "No request header other than the credentials, and no cookie, reaches another merchant's configuration.",
  check: async (context) => {
    const [all, ...single] = NAMING_BY_HEADER;
    const [cookies, naming] = NAMING_BY_COOKIE;
    await refuseNames(context, [
      byAll("headers that name a merchant, and its cookies", [all, cookies]),
      naming,
      ...single,
    ]);
  },
});

export const neverMixesTurns = inferred("isolation.any-sequence", {
  spends: true,
  sections: ["1", "3.2"],
  ...OF_TWO_MERCHANTS,
  text: "Two merchants who take turns in any sequence never see each other's changes.",
  check: async ({ merchant, rival, urls, forAll, listen }) => {
    listen();
    returnedUrl(await rival.settled());
    await forAll(
      turns,
      async (taken) => {
        const players = { merchant: new MerchantWalk(merchant, urls), rival: new MerchantWalk(rival, urls) };
        await players.merchant.start();
        await players.rival.start();
        for (const { who, step } of taken) await players[who].take(step);
        await players.merchant.end();
        await players.rival.end();
      },
      SEQUENCES,
    );
  },
});

export const neverMixesAtTheSameTime = inferred("isolation.concurrent", {
  spends: true,
  sections: ["1", "3.2"],
  ...OF_TWO_MERCHANTS,
  separates: true,
  text: "Two merchants who call at the same time never see each other's changes.",
  check: async ({ merchant, rival, urls, effort }) => {
    for (let round = 0; round < effort.times; round += 1) {
      const [ours, theirs] = [urls.distinct(1 + UPDATES), urls.distinct(1 + UPDATES)];
      const [own, other] = [await merchant.holds(ours[0] ?? ""), await rival.holds(theirs[0] ?? "")];
      ours[0] = adoptedUrl(own, ours[0] ?? "", urls.path);
      theirs[0] = adoptedUrl(other, theirs[0] ?? "", urls.path);
      const operations = await sendTogether(taking(merchant, ours.slice(1), rival, theirs.slice(1)));
      keepsIdentity(own, other, sentBy(merchant, operations));
      keepsIdentity(other, own, sentBy(rival, operations));
      await keepsTo(merchant, ours, operations, theirs);
      await keepsTo(rival, theirs, operations, ours);
      if (round % ROUNDS_PER_DISABLE !== 1) continue;
      await disablesBoth([merchant, rival]);
      await disablesOne(merchant, rival);
      await disablesBesideRegister(merchant, rival, urls);
      await refusesBesideRegister(merchant, rival, urls);
    }
  },
});

/** Registers and queries of two merchants by turns, so that neither is done before the other begins. */
function taking(
  merchant: Merchant,
  ours: readonly string[],
  rival: Merchant,
  theirs: readonly string[],
): MerchantRequest[] {
  return ours.flatMap((url, index) => [
    { merchant, draft: registerDraft(url) },
    { merchant: rival, draft: registerDraft(theirs[index] ?? url) },
    { merchant, draft: queryDraft() },
    { merchant: rival, draft: queryDraft() },
  ]);
}

function sentBy(one: Merchant, operations: readonly Overlapping[]): readonly Overlapping[] {
  return operations.filter(({ merchant }) => merchant === one);
}
