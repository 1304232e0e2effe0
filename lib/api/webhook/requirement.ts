import { wording } from "../../engine/requirement.ts";
import { presumedOfApi, type Queried } from "../../profile/presumptions.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import type { InputOffence } from "../request/offence.ts";
import type { CallbackUrls } from "./model/callback-urls.ts";
import type { WebhookContext } from "./webhook-context.ts";
import type { WebhookMoment } from "./webhook-moment.ts";

/** What a requirement says of the first requests of a run, while a merchant has no configuration yet. */
export interface Opening {
  /** What is refused as a first register too. */
  readonly refusedFirst?: (urls: CallbackUrls) => readonly InputOffence[];
  /** A register that is refused creates nothing. */
  readonly createsNothing?: true;
}

/** The words in which the areas of webhooks write their rows. */
export const { stated, inferred, advisory, unspecified } = wording<
  WebhookContext,
  Profile,
  WebhookMoment,
  Opening & Queried
>(presumedOfApi);
