import { wording } from "../../engine/requirement.ts";
import { presumedOfApi, type Queried } from "../../profile/presumptions.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import type { Opening } from "../webhook/requirement.ts";
import type { WebhookMoment } from "../webhook/webhook-moment.ts";
import type { AuthContext } from "./auth-context.ts";

/** The words in which the areas of credentials write their rows. */
export const { stated, inferred, unspecified } = wording<
  AuthContext,
  Profile,
  WebhookMoment,
  Opening & Queried
>(presumedOfApi);
