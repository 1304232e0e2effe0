import { malformed, missingBody, nonObjects } from "../../lib/arbitraries/json-body.ts";
import { nearIdentical } from "../../lib/arbitraries/near-identical.ts";
import { otherScheme, overLength } from "../../lib/arbitraries/offending-url.ts";
import { ambient, check } from "../../lib/check.ts";
import { registerDraft } from "../../lib/client/draft.ts";
import { succeeded } from "../../lib/client/answer.ts";
import type { Context } from "../../lib/context.ts";
import { accepted } from "../../lib/oracles/accepted.ts";
import { acceptedLikeItsTwin } from "../../lib/oracles/accepted-like-its-twin.ts";
import { neverMoves, readAround, type Readings } from "../../lib/oracles/never-moves.ts";
import { rejects } from "../../lib/oracles/rejects.ts";
import { same } from "../../lib/oracles/same.ts";
import { unchanged } from "../../lib/oracles/unchanged.ts";
import { InconclusiveError } from "../../lib/verdict.ts";

const FAMILIES = { quick: 4, standard: 10, deep: 10 };
const REPETITIONS = { quick: 1, standard: 6, deep: 12 };

export const acceptsHttpsUrls = ambient("register.accepts");
export const createsAConfiguration = ambient("register.creates");
export const storesTheUrlAsGiven = ambient("register.stores");
export const keepsId = ambient("register.keeps-id");
export const keepsMerchantId = ambient("register.keeps-merchant-id");
export const keepsCreateTime = ambient("register.keeps-create-time");
export const neverSetsUpdateTimeBack = ambient("register.update-time-never-back");

export const replacesTheUrl = check("register.replaces", async ({ merchant, urls }) => {
  await merchant.holds(urls.fresh());
  const next = urls.fresh();
  accepted(await merchant.register(next), "a second register");
  same(await merchant.configuration(), { callbackUrl: next });
});

export const replacesNearIdenticalUrls = check(
  "register.replaces-near-identical",
  async ({ merchant, urls, atDepth }) => {
    for (const [first, ...others] of nearIdentical(urls).slice(0, atDepth(FAMILIES))) {
      await merchant.accepts(first);
      for (const next of others) {
        const what = `${next} after one that differs little`;
        await acceptedLikeItsTwin(merchant, registerDraft(next), registerDraft(first), what);
        same(await merchant.configuration(), { callbackUrl: next });
      }
    }
  },
);

export const acceptsTheSameUrlAgain = check("register.same-url-again", async ({ merchant, urls }) => {
  const url = urls.fresh();
  await merchant.holds(url);
  accepted(await merchant.register(url), "a register of the stored callback URL");
  same(await merchant.configuration(), { callbackUrl: url });
});

export const replacesOnADisabledConfiguration = check(
  "register.replaces-on-disabled",
  async ({ merchant, urls }) => {
    await merchant.disabled();
    const next = urls.fresh();
    accepted(await merchant.register(next), "a register on a disabled configuration");
    same(await merchant.configuration(), { callbackUrl: next });
    await merchant.disabled();
    accepted(
      await merchant.register(next),
      "a register of the stored callback URL on a disabled configuration",
    );
    same(await merchant.configuration(), { callbackUrl: next });
  },
);

export const refusesAMissingBody = check("register.refuses-missing-body", async (context) => {
  await rejects(context, missingBody(context.urls));
});

export const refusesAMalformedBody = check("register.refuses-malformed-body", async (context) => {
  await rejects(context, malformed(context.urls));
});

export const refusesWhatIsNoObject = check("register.refuses-non-object-body", async (context) => {
  await rejects(context, nonObjects(context.urls));
});

export const changesNothingWhenRefused = check("register.refusal-changes-nothing", async (context) => {
  const { merchant } = context;
  await merchant.enabled();
  await leavesEverything(context);
  await merchant.disabled();
  await leavesEverything(context);
});

async function leavesEverything({ merchant, urls, atDepth }: Context): Promise<void> {
  const offences = [...otherScheme(urls).slice(0, 3), ...overLength(urls).slice(0, 2), ...malformed(urls)];
  const repetitions: Readings[] = [];
  for (const [index, { name, draft }] of offences.slice(0, atDepth(REPETITIONS)).entries()) {
    const readings = await readAround(merchant, index, async () => {
      if (!succeeded(await merchant.send(draft))) return;
      throw new InconclusiveError(`A register with ${name}, which must be refused, was accepted.`);
    });
    unchanged(readings.before, readings.after[0], `a refused register (${name})`);
    repetitions.push(readings);
  }
  neverMoves(repetitions, "a refused register");
}
