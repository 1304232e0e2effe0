import { type Need, wording } from "../../engine/requirement/requirement.ts";
import { receiver, trigger } from "../../profile/needs/needs.ts";
import { presumedOfApi, type Queried } from "../../profile/needs/presumptions.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { EventsContext } from "./deliveries/events-context.ts";

/** No rule hears deliveries. */
const words = wording<EventsContext, Profile, never, Queried>(presumedOfApi);

/** The words in which the areas of events write their rows. Every row requires a receiver and a trigger. */
export const stated = ofDeliveries(words.stated);
export const inferred = ofDeliveries(words.inferred);
export const advisory = ofDeliveries(words.advisory);
export const unspecified = ofDeliveries(words.unspecified);

function ofDeliveries<Row extends { readonly needs?: readonly Need<Profile>[] }, Made>(
  word: (id: string, row: Row) => Made,
): (id: string, row: Row) => Made {
  return (id, row) => word(id, { ...row, needs: [receiver, trigger, ...(row.needs ?? [])] });
}
