import { malformed, missingBody, nonObjects } from "../../lib/arbitraries/json-body.ts";
import { nearIdentical } from "../../lib/arbitraries/near-identical.ts";
import { ambient, check } from "../../lib/check.ts";
import { accepted } from "../../lib/oracles/accepted.ts";
import { rejects } from "../../lib/oracles/rejects.ts";
import { same } from "../../lib/oracles/same.ts";

export const acceptsHttpsUrls = ambient("register.accepts");
export const createsAConfiguration = ambient("register.creates");
export const storesTheUrlAsGiven = ambient("register.stores");
export const keepsId = ambient("register.keeps-id");
export const keepsMerchantId = ambient("register.keeps-merchant-id");
export const keepsCreateTime = ambient("register.keeps-create-time");
export const neverSetsUpdateTimeBack = ambient("register.update-time-never-back");
export const changesNothingWhenRefused = ambient("register.refusal-changes-nothing");

export const replacesTheUrl = check("register.replaces", async ({ merchant, urls }) => {
  await merchant.holds(urls.fresh());
  const next = urls.fresh();
  accepted(await merchant.register(next), "a second register");
  same(await merchant.configuration(), { callbackUrl: next });
});

export const replacesNearIdenticalUrls = check(
  "register.replaces-near-identical",
  async ({ merchant, urls }) => {
    for (const [first, ...others] of nearIdentical(urls)) {
      await merchant.accepts(first);
      for (const next of others) {
        accepted(await merchant.register(next), `${next} after one that differs little`);
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
