import { wording } from "../../engine/requirement/requirement.ts";
import { presumedOfApi, type Queried } from "../../profile/needs/presumptions.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { EventsContext } from "./deliveries/events-context.ts";

/** The words in which the areas of events write their rows. No rule hears deliveries. */
export const { stated, inferred, advisory, unspecified } = wording<EventsContext, Profile, never, Queried>(
  presumedOfApi,
);
