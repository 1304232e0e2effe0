import { inOneRound } from "../../../lib/api/webhook/requirement.ts";
import { secondMerchant } from "../../../lib/profile/needs.ts";
import { SEQUENCES, turns } from "../../../lib/api/webhook/inputs/sequence.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import { disableDraft, queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import {
  type MerchantRequest,
  type Overlapping,
  sendTogether,
} from "../../../lib/api/merchant/send-together.ts";
import { MerchantWalk } from "../../../lib/api/webhook/model/play.ts";
import { OTHERS_CONFIGURATION } from "../../../lib/api/webhook/model/deviations.ts";
import {
  disablesBesideRegister,
  disablesBoth,
  disablesOne,
} from "../../../lib/api/webhook/oracles/disables-together.ts";
import { keepsIdentity, keepsTo } from "../../../lib/api/webhook/oracles/keeps-to.ts";
import { refusesBesideRegister } from "../../../lib/api/webhook/oracles/refuses-beside-register.ts";
import { leavesAlone } from "../../../lib/api/webhook/oracles/leaves-alone.ts";
import { neverFalls } from "../../../lib/api/webhook/oracles/never-moves.ts";
import { adoptedUrl } from "../../../lib/api/merchant/configuration.ts";
import { returnedField, returnedUrl } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { assertSame } from "../../../lib/api/webhook/oracles/assert-same.ts";
import { registerSharedUrl } from "../../../lib/api/webhook/oracles/register-shared-url.ts";
import { assertUnchanged } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { UnreturnedError, Violation } from "../../../lib/engine/verdict.ts";
import { describeJson } from "../../../lib/api/json/json.ts";
import { CALLER } from "./because.ts";

const { inferred, stated } = inOneRound;

const UPDATES = 2;
/** In one of so many rounds, and never in the last, both disable as well. */
const ROUNDS_PER_DISABLE = 4;
/** Some targets enable a configuration some time after register. */
const ACTIVATION_MS = { quick: 300, standard: 1_000, deep: 5_000 };

export const queriesItsOwn = stated("isolation.query-own", {
  sections: ["1", "4.2"],
  needs: [secondMerchant],
  separates: true,
  text: "Query answers with the caller's configuration, never with another merchant's.",
  check: async ({ merchant, rival, urls, effort }) => {
    const [ours, theirs] = [urls.fresh(), urls.fresh()];
    await merchant.accepts(ours);
    await rival.accepts(theirs);
    for (let turn = 0; turn < effort.times; turn += 1) {
      assertSame(await merchant.configuration(), { callbackUrl: ours });
      assertSame(await rival.configuration(), { callbackUrl: theirs });
    }
  },
});

export const disablesItsOwn = stated("isolation.disable-own", {
  sections: ["1", "3.2"],
  needs: [secondMerchant],
  separates: true,
  text: "Disable acts on the caller's configuration and leaves another merchant's as it is.",
  check: async (context) => {
    const { merchant, rival, urls, effort, pause } = context;
    const shared = urls.fresh();
    const cases = [
      { actor: merchant, other: rival, theirs: urls.fresh(), ours: urls.fresh() },
      { actor: rival, other: merchant, theirs: shared, ours: shared },
      { actor: rival, other: merchant, theirs: urls.fresh(), ours: urls.fresh() },
    ];
    let judged = 0;
    for (const { actor, other, theirs, ours } of effort.tried(cases)) {
      if (theirs === ours && !succeeded(await registerSharedUrl(actor, other, ours))) continue;
      await neverFalls(other, "another merchant's disable", async () => {
        await actor.holds(theirs);
        let before = await other.holds(ours);
        if (before.status === 0 && judged === 0) {
          await pause(effort.at(ACTIVATION_MS));
          before = await other.configuration();
        }
        for (const draft of [disableDraft(), queryDraft(), disableDraft("open")]) await actor.send(draft);
        const after = await other.configuration();
        assertUnchanged(before, after, "another merchant's disable");
        if (before.status === 1) judged += 1;
        return { before, after };
      });
    }
    if (judged > 0) return;
    throw new UnreturnedError(
      ["status"],
      "Neither merchant is shown enabled, so that neither can be seen to stay so.",
    );
  },
});

export const registersItsOwn = inferred("isolation.register-own", {
  sections: ["1", "3.2"],
  needs: [secondMerchant],
  separates: true,
  text: "Register acts on the caller's configuration and leaves another merchant's as it is.",
  because: CALLER,
  check: async (context) => {
    const { merchant, rival, urls } = context;
    await leavesAlone(context, merchant, rival);
    await merchant.disabled();
    await leavesAlone(context, rival, merchant);
    const shared = urls.fresh();
    await neverFalls(merchant, "another merchant's register of the same URL", async () => {
      const before = await merchant.holds(shared);
      await rival.tries(shared);
      const after = await merchant.configuration();
      assertUnchanged(before, after, "another merchant's register of the same URL");
      return { before, after };
    });
    await neverFalls(rival, "another merchant's register", async () => {
      const enabled = await rival.enabled();
      await merchant.accepts(urls.fresh());
      return { before: enabled, after: await rival.configuration() };
    });
  },
});

export const hasItsOwnMerchantId = inferred("isolation.merchant-ids-differ", {
  sections: ["2.1"],
  needs: [secondMerchant],
  text: "Two merchants have different `merchantId`s.",
  because: "`merchantId` identifies the merchant.",
  check: async ({ merchant, rival }) => {
    const [ours, theirs] = [
      returnedField(await merchant.settled(), "merchantId"),
      returnedField(await rival.settled(), "merchantId"),
    ];
    if (ours === theirs)
      throw new Violation({
        expected: "another merchantId for another merchant",
        actual: describeJson(ours),
        deviations: [{ what: OTHERS_CONFIGURATION, when: ["in its merchantId"] }],
      });
  },
});

export const neverMixesTurns = inferred("isolation.any-sequence", {
  sections: ["1", "3.2"],
  needs: [secondMerchant],
  text: "Two merchants who take turns in any sequence never see each other's changes.",
  because: CALLER,
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
  sections: ["1", "3.2"],
  needs: [secondMerchant],
  separates: true,
  text: "Two merchants who call at the same time never see each other's changes.",
  because: CALLER,
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
