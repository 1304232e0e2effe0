import { wording } from "../../engine/requirement.ts";
import { presumedOfApi, type Queried } from "../../profile/presumptions.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import type { Opening } from "../webhook/requirement.ts";
import { inTwoRounds } from "../webhook/in-two-rounds.ts";
import type { WebhookMoment } from "../webhook/webhook-moment.ts";
import type { AuthContext } from "./auth-context.ts";

const inOneRound = wording<AuthContext, Profile, WebhookMoment, Opening & Queried>(presumedOfApi);

/** The words in which the areas of credentials write their rows. */
export const { unspecified } = inOneRound;
export const stated: typeof inOneRound.stated = (id, row) => inTwoRounds(inOneRound.stated(id, row));
export const inferred: typeof inOneRound.inferred = (id, row) => inTwoRounds(inOneRound.inferred(id, row));
