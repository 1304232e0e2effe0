import { disableDraft } from "../../lib/client/draft.ts";
import { ambient, check } from "../../lib/check.ts";
import { neededNoBody } from "../../lib/oracles/needed-no-body.ts";
import { same } from "../../lib/oracles/same.ts";

export const succeeds = ambient("disable.succeeds");
export const setsStatusToZero = ambient("disable.sets-status");
export const keepsId = ambient("disable.keeps-id");
export const keepsMerchantId = ambient("disable.keeps-merchant-id");
export const keepsCallbackUrl = ambient("disable.keeps-callback-url");
export const keepsCreateTime = ambient("disable.keeps-create-time");
export const lastsUntilRegister = ambient("disable.lasts");

export const needsNoBody = check("disable.needs-no-body", async ({ merchant, urls }) => {
  await merchant.holds(urls.fresh());
  await neededNoBody(merchant, disableDraft());
});

export const staysDisabledWhenDisabledAgain = check("disable.again", async ({ merchant }) => {
  await merchant.disabled();
  for (let again = 0; again < 3; again += 1) {
    await merchant.disable();
    same(await merchant.configuration(), { status: 0 });
  }
});
