import { OTHERS_CONFIGURATION } from "../../../lib/api/merchant/stored-deviations.ts";
import { ANOTHERS_DISABLE } from "../../../lib/api/webhook/model/deviations.ts";
import { inOneRound } from "../../../lib/api/webhook/requirement.ts";
import { secondMerchant } from "../../../lib/profile/needs/needs.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import { disableDraft, queryDraft, repeatableAs } from "../../../lib/api/request/draft.ts";
import { leavesAlone } from "../../../lib/api/webhook/oracles/leaves-alone.ts";
import { neverFalls } from "../../../lib/api/webhook/oracles/never-moves.ts";
import { returnedField } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { assertSame } from "../../../lib/api/webhook/oracles/assert-same.ts";
import { registerSharedUrl } from "../../../lib/api/webhook/oracles/register-shared-url.ts";
import { assertUnchanged } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import {
  InapplicableError,
  InconclusiveError,
  UnreturnedError,
  Violation,
} from "../../../lib/engine/record/verdict.ts";
import { type Configuration, configurationIn } from "../../../lib/api/merchant/configuration.ts";
import { describeJson } from "../../../lib/api/json/json.ts";
import { OF_TWO_MERCHANTS } from "./of-two-merchants.ts";

const { inferred, stated } = inOneRound;

/** Some targets enable a configuration some time after register. */
const ACTIVATION_MS = { quick: 300, standard: 1_000, deep: 5_000 };

export const queriesItsOwn = stated("isolation.query-own", {
  sections: ["1", "4.2"],
  needs: [secondMerchant],
  separates: true,
  text: "Query answers with the caller's configuration, never with another merchant's. This holds for two queries with the same Idempotency-Key, too.",
  check: async ({ merchant, rival, urls, effort }) => {
    const [ours, theirs] = [urls.fresh(), urls.fresh()];
    const both = [[merchant, ours, theirs] as const, [rival, theirs, ours] as const];
    for (const [one, own] of both) await one.accepts(own);
    for (let turn = 0; turn < effort.times; turn += 1)
      for (const [one, own, others] of both) showsItsOwn(await one.configuration(), own, others);
    for (const [one, own, others] of both) {
      const answer = await one.send({ ...queryDraft(), ...repeatableAs(ours), isAstray: true });
      if (succeeded(answer)) showsItsOwn(configurationIn(answer) ?? {}, own, others);
    }
  },
});

export const registersItsOwn = inferred("isolation.register-own", {
  sections: ["1", "3.2"],
  ...OF_TWO_MERCHANTS,
  separates: true,
  text: "Register acts on the caller's configuration and leaves another merchant's as it is.",
  check: async (context) => {
    const { merchant, rival, urls } = context;
    await neverFalls(rival, "another merchant's register", async () => {
      const enabled = await rival.enabled();
      await merchant.accepts(urls.fresh());
      return { before: enabled, after: await rival.configuration() };
    });
    await leavesAlone(context, merchant, rival);
    await leavesAlone(context, rival, merchant);
    const shared = urls.fresh();
    for (const [theirs, what] of [
      [shared, "another merchant's register of the same URL"],
      [`${shared}?own=1`, "another merchant's register of the same URL with a query"],
    ] as const)
      await neverFalls(merchant, what, async () => {
        const before = await merchant.holds(shared);
        await rival.tries(theirs);
        const after = await merchant.configuration();
        assertUnchanged(before, after, what);
        return { before, after };
      });
  },
});

export const disablesItsOwn = stated("isolation.disable-own", {
  sections: ["1", "3.2"],
  needs: [secondMerchant],
  separates: true,
  text: "Disable acts on the caller's configuration and leaves another merchant's as it is.",
  check: async (context) => {
    const { merchant, rival, urls, effort, pause, seen } = context;
    const shared = urls.fresh();
    const cases = [
      { actor: merchant, other: rival, theirs: shared, ours: shared },
      { actor: rival, other: merchant, theirs: urls.fresh(), ours: urls.fresh() },
      { actor: merchant, other: rival, theirs: urls.fresh(), ours: urls.fresh() },
    ];
    let judged = 0;
    for (const { actor, other, theirs, ours } of effort.tried(cases)) {
      if (theirs === ours && !succeeded(await registerSharedUrl(actor, other, ours))) continue;
      await neverFalls(other, ANOTHERS_DISABLE, async (time) => {
        if (time > 0 || theirs !== ours) {
          await actor.accepts(theirs);
          await other.accepts(ours);
        }
        await actor.configuration();
        let before = await other.configuration();
        if (before.status === 0 && judged === 0) {
          await pause(effort.at(ACTIVATION_MS));
          before = await other.configuration();
        }
        if (before.status === 0) return { before, after: before };
        for (const draft of [disableDraft(), queryDraft(), disableDraft("open")]) await actor.send(draft);
        const after = await other.configuration();
        assertUnchanged(before, after, ANOTHERS_DISABLE);
        if (before.status === 1) judged += 1;
        return { before, after };
      });
    }
    if (judged > 0) return;
    const shown = new Set(seen.answers.map(({ configuration }) => configuration?.["status"]));
    if (shown.has(0) && !shown.has(1))
      throw new InapplicableError(
        "The target enables no webhook of this run, so the effect of a disable cannot be seen.",
      );
    throw new UnreturnedError(
      ["status"],
      "Neither merchant is shown enabled, so that neither can be seen to stay so.",
    );
  },
});

/** @throws {InconclusiveError} when it shows the URL of neither: that is a register without effect */
function showsItsOwn(configuration: Configuration, own: string, others: string): void {
  if (configuration.callbackUrl === own) return;
  if (configuration.callbackUrl === others || configuration.callbackUrl === undefined)
    assertSame(configuration, { callbackUrl: own });
  throw new InconclusiveError("Query shows the URL of neither register, which another requirement judges.");
}

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
        deviations: [{ what: OTHERS_CONFIGURATION, when: ["in its merchantId"], spreadsTo: ["merchantId"] }],
      });
  },
});
