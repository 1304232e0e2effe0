import { EVENT_TYPES } from "../../../api/events/deliveries/event-types.ts";
import type { JsonSchema } from "../../../api/json/form.ts";
import { areaOf } from "../../../engine/requirement/catalogue.ts";
import type { Profile } from "../../../profile/schema/profile-schema.ts";
import { catalogue } from "../../catalogue.ts";
import { extensionsOf } from "./extensions-of.ts";

/** The events of section 6. Payload, headers and the right answer stay open. */
export function eventWebhooks(pins: Profile["pins"]): Readonly<Record<string, JsonSchema>> {
  const extensions = extensionsOf(({ id }) => catalogue.groups.get(areaOf(id)) === "events", pins);
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `event-${type.replaceAll(".", "-")}`,
          tags: ["events"],
          summary: `Notification ${type} to the callback URL of an enabled configuration`,
          description: "The document shows neither method, headers nor payload.",
          security: [],
          requestBody: { content: { "*/*": { schema: {} } } },
          responses: {
            default: { description: "The document does not show what the receiver must answer." },
          },
          ...extensions,
        },
      },
    ]),
  );
}
