import { MAX_CALLBACK_URL_CHARS, urlOfLength } from "../../lib/arbitraries/callback-url.ts";
import { unknown } from "../../lib/arbitraries/api-key.ts";
import { wrongSignatures } from "../../lib/arbitraries/forgery.ts";
import { ambient, check } from "../../lib/check.ts";
import { disableDraft, OPERATIONS } from "../../lib/client/draft.ts";
import { neededNoBody } from "../../lib/oracles/needed-no-body.ts";
import { persevering } from "../../lib/oracles/persevering.ts";
import { type Imposture, rejectsCredentials } from "../../lib/oracles/rejects-credentials.ts";
import { rejectsReplay } from "../../lib/oracles/rejects-replay.ts";
import { same } from "../../lib/oracles/same.ts";
import { InconclusiveError } from "../../lib/verdict.ts";

const PAUSE_MS = { quick: 600, standard: 1_200, deep: 10_000 };
const STORED_URLS = { quick: 2, standard: 3, deep: 3 };
const DISABLES = 2;
const OPERATIONS_TRIED = { quick: 1, standard: 3, deep: 3 };
const REPLAYING = { quick: 1, standard: 2, deep: 2 };

export const succeeds = ambient("disable.succeeds");
export const keepsId = ambient("disable.keeps-id");
export const keepsMerchantId = ambient("disable.keeps-merchant-id");
export const keepsCallbackUrl = ambient("disable.keeps-callback-url");
export const keepsCreateTime = ambient("disable.keeps-create-time");

export const needsNoBody = check("disable.needs-no-body", async ({ merchant, overheard }) => {
  const { status } = await merchant.enabled();
  if (status !== 0 && (await neededNoBody(merchant, disableDraft()))) return;
  if (status === 1) throw new InconclusiveError("The target refuses disable with and without a body.");
  overheard("disable.needs-no-body");
});

export const setsStatusToZero = check("disable.sets-status", async ({ merchant, urls, atDepth }) => {
  const long = urlOfLength(urls, MAX_CALLBACK_URL_CHARS, "path");
  const stored = [long, urls.under("esc/%20%C3%A9?q=%26"), urls.fresh()];
  for (const url of stored.slice(0, atDepth(STORED_URLS))) {
    await merchant.holds(url);
    same(await merchant.disabled(), { status: 0 });
  }
});

export const staysDisabledWhenDisabledAgain = check("disable.again", async ({ merchant }) => {
  await merchant.disabled();
  for (let again = 0; again < DISABLES; again += 1) {
    await merchant.disable();
    same(await merchant.configuration(), { status: 0 });
  }
});

export const stillAuthenticates = check(
  "disable.still-authenticates",
  persevering(async ({ merchant, others, urls, claims, atDepth }) => {
    const [key = ""] = unknown(merchant.apiKey);
    const impostures: Imposture[] = [
      { name: "an unknown API key", expects: "refused key", tamper: (valid) => ({ ...valid, apiKey: key }) },
      ...(claims.signature ? wrongSignatures.slice(0, 1) : []).map((forgery): Imposture => ({
        ...forgery,
        expects: "refused signature",
      })),
    ];
    const operations = OPERATIONS.slice(0, atDepth(OPERATIONS_TRIED));
    await rejectsCredentials(
      merchant,
      urls,
      impostures.map((imposture) => ({ ...imposture, operations })),
      "disabled",
    );
    if (!claims.nonceSingleUse) return;
    for (const one of [merchant, ...others].slice(0, atDepth(REPLAYING)))
      await rejectsReplay(one, "disabled");
  }),
);

export const lastsUntilRegister = check("disable.lasts", async ({ merchant, pause, atDepth }) => {
  same(await merchant.disabled(), { status: 0 });
  await pause(atDepth(PAUSE_MS));
  same(await merchant.configuration(), { status: 0 });
  same(await merchant.configuration(), { status: 0 });
});
