import { inferred, refuses } from "../../../lib/api/auth/requirement.ts";
import { claimsSignature } from "../../../lib/profile/bindings.ts";
import {
  missingComponent,
  nearlySigned,
  partialSignatures,
  wrongSignatures,
} from "../../../lib/api/webhook/inputs/forgery.ts";
import { refuseEverywhere } from "../../../lib/api/auth/refuse-everywhere.ts";
import { queryDraft } from "../../../lib/api/request/draft.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import type { CallbackUrls } from "../../../lib/api/webhook/model/callback-urls.ts";
import { refuseAttempts } from "../../../lib/api/refusals/refuse-attempts.ts";
import { attemptsWith } from "../../../lib/api/webhook/refuse-credentials.ts";
import { hasConfiguration } from "../../../lib/api/merchant/configuration.ts";
import { COMPONENTS, SIGNED } from "./because.ts";

export const refusesAnAbsentSignature = refuses("signature.absent", {
  sections: ["4.1", "5"],
  text: "A request whose X-Signature is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignature,
  offences: () => missingComponent("signature"),
});

export const refusesAWrongSignature = inferred("signature.wrong", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request whose X-Signature is wrong is refused.",
  because: SIGNED,
  binds: claimsSignature,
  refusedCredentials: () => wrongSignatures,
  check: async (context) => {
    const { merchant, others, urls } = context;
    if (merchant.mayWrite) for (const other of others) await createsNothing(other, urls);
    await refuseEverywhere(context, (caller) => [
      ...wrongSignatures.slice(0, 1),
      ...nearlySigned(caller.merchant.secret ?? ""),
      ...wrongSignatures.slice(1),
    ]);
  },
});

/** A merchant who has no configuration yet gets none by a register with a wrong signature. */
async function createsNothing(merchant: Merchant, urls: CallbackUrls): Promise<void> {
  const [forgery] = wrongSignatures;
  const { envelope } = await merchant.send(queryDraft("open"));
  if (forgery === undefined || hasConfiguration(envelope?.["data"])) return;
  const every = attemptsWith({ urls }, merchant, { ...forgery, name: `${forgery.name}, as a first request` });
  await refuseAttempts(every.slice(0, 1), { every });
}

export const refusesAPartOfASignature = refuses("signature.part", {
  sections: ["4.1", "5"],
  text: "A request whose X-Signature is a part of the right one, or has more behind it, is refused.",
  because: SIGNED,
  binds: claimsSignature,
  offences: () => partialSignatures,
  isFine: true,
});
