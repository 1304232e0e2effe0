import { wording } from "../../engine/requirement/requirement.ts";
import { InapplicableError } from "../../engine/record/verdict.ts";
import { presumedOfApi, type Queried } from "../../profile/needs/presumptions.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { callerOf, type CredentialOffences } from "../refusals/caller.ts";
import type { Opening } from "../webhook/requirement.ts";
import { inTwoRounds } from "../webhook/in-two-rounds.ts";
import type { WebhookMoment } from "../webhook/webhook-moment.ts";
import type { AuthContext } from "./auth-context.ts";
import { refuseEverywhere } from "./refuse-everywhere.ts";

/** The words of rows whose checks choose merchants by themselves. */
export const inOneRound = wording<AuthContext, Profile, WebhookMoment, Opening & Queried>(presumedOfApi);

/** The words in which the areas of credentials write their rows. */
export const { advisory, unspecified } = inOneRound;
export const stated: typeof inOneRound.stated = (id, row) => inTwoRounds(inOneRound.stated(id, row));
export const inferred: typeof inOneRound.inferred = (id, row) => inTwoRounds(inOneRound.inferred(id, row));

type Inferred = Parameters<typeof inOneRound.inferred>[1];

/** Credentials that every door refuses, to every merchant. */
interface Refused {
  readonly offences: CredentialOffences;
  /** Other offences, which show how far a fault reaches. Default: none. */
  readonly related?: CredentialOffences;
  /** Whether only a guard that refuses most others lets such an offence pass. */
  readonly isFine?: boolean;
  /** Why the requirement does not apply to a merchant for whom there is no such offence. */
  readonly without?: string;
  /** Whether queries, which need no body, decide nothing. */
  readonly isAboutBodies?: true;
  /** Tries what no table of offences says. */
  readonly further?: (context: AuthContext) => Promise<void>;
}

/** Says that wrong credentials are refused: in every state, at every door, to every merchant. */
export function refuses(
  id: string,
  {
    offences,
    related,
    isFine = false,
    without,
    isAboutBodies,
    further,
    ...row
  }: Omit<Inferred, "check" | "rule"> & Refused,
): ReturnType<typeof inOneRound.inferred> {
  return inOneRound.inferred(id, {
    ...(isAboutBodies !== true && { byQueries: true }),
    ...row,
    refusedCredentials: offences,
    async check(context) {
      const { merchant, others, effort } = context;
      if (without !== undefined && offences(callerOf(context, merchant)).length === 0)
        throw new InapplicableError(without);
      const merchants = effort.isQuick ? [merchant] : [merchant, ...others];
      await refuseEverywhere(context, offences, { isFine, merchants, ...(related && { related }) });
      await further?.(context);
    },
  });
}
