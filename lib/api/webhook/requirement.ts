import { wording } from "../../engine/requirement/requirement.ts";
import { presumedOfApi, type Queried } from "../../profile/needs/presumptions.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { inTwoRounds } from "./in-two-rounds.ts";
import type { CredentialOffences } from "../refusals/caller.ts";
import type { RefusedInputs, RefusedReplays } from "./standing-refusal.ts";
import { refuseInputs } from "./refuse-inputs.ts";
import type { WebhookContext } from "./webhook-context.ts";
import type { WebhookMoment } from "./webhook-moment.ts";

/** The part of a requirement about requests in states that its own check does not create. */
export interface Opening {
  /** Registers that are refused in every state, also as a first one. */
  readonly refusedFirst?: RefusedInputs;
  /** Credentials that are refused in every state, also before there is a configuration. */
  readonly refusedCredentials?: CredentialOffences;
  /** Credentials that are refused in every state because they were accepted before. */
  readonly refusedReplays?: RefusedReplays;
}

/** The words of rows whose checks choose merchants and states by themselves. */
export const inOneRound = wording<WebhookContext, Profile, WebhookMoment, Opening & Queried>(presumedOfApi);

/** The words in which the areas of webhooks write their rows. */
export const { unspecified } = inOneRound;
export const stated: typeof inOneRound.stated = (id, row) => inTwoRounds(inOneRound.stated(id, row));
export const inferred: typeof inOneRound.inferred = (id, row) => inTwoRounds(inOneRound.inferred(id, row));
export const advisory: typeof inOneRound.advisory = (id, row) => inTwoRounds(inOneRound.advisory(id, row));

/** The check that registers with these inputs are refused. */
export function refusesEach(offences: RefusedInputs) {
  return async (context: WebhookContext): Promise<void> => refuseInputs(context, offences(context.urls));
}

type Inferred = Parameters<typeof inferred>[1];

/** Says that registers with invalid input are refused: in every state, to every merchant, also as a first register. */
export function refusesInputs(
  id: string,
  {
    offences,
    ...row
  }: Omit<Inferred, "check" | "rule" | "refusedFirst"> & { readonly offences: RefusedInputs },
): ReturnType<typeof inferred> {
  return inferred(id, {
    ...row,
    refusedFirst: offences,
    check: refusesEach(offences),
  });
}
