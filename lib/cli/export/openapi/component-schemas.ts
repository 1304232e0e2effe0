import { ENVELOPE_FORMS } from "../../../api/exchange/answer.ts";
import type { JsonSchema } from "../../../api/json/form.ts";
import { type ConfigurationField, FIELD_FORMS } from "../../../api/merchant/configuration.ts";
import { MAX_CALLBACK_URL_CHARS } from "../../../api/request/draft.ts";
import { areaOf, isNormative } from "../../../engine/requirement/catalogue.ts";
import { catalogue } from "../../catalogue.ts";

type Properties = Readonly<Record<string, JsonSchema>>;

const ENVELOPE_MEANINGS = {
  code: "Error code. The document shows no values.",
  msg: "Human-readable status message.",
  message: "Response message.",
} satisfies Record<keyof typeof ENVELOPE_FORMS, string>;

const FIELD_MEANINGS = {
  id: "Configuration ID. It may be larger than 2^53.",
  merchantId: "Merchant ID.",
  callbackUrl: "Callback URL that receives notifications.",
  eventTypes: "A string that holds a JSON array of the subscribed event types.",
  status: "1: enabled. 0: disabled.",
  retryCount: "Number of retries after a delivery failure.",
  createTime: "Creation time, ISO 8601 in UTC.",
  updateTime: "Time of the last update, ISO 8601 in UTC.",
} satisfies Record<ConfigurationField, string>;

/** The meaning of each field of an answer. */
const MEANINGS = new Map(Object.entries({ ...ENVELOPE_MEANINGS, ...FIELD_MEANINGS }));

/** The schemas of sections 2.1 to 2.3. Every field of an answer is optional, and null counts as absent. */
export function componentSchemas(): Properties {
  return {
    OpenWebhookRegisterRequest: registerRequest(),
    OpenWebhookConfigResponse: {
      type: "object",
      description: "The webhook configuration. All fields are optional.",
      properties: configurationFields(),
    },
    Envelope: envelope("Every answer.", { description: "The document does not show it." }),
    CommonResultBoolean: envelope("`data` is true on success.", { type: ["boolean", "null"] }),
    CommonResultOpenWebhookConfigResponse: envelope("`data` is the configuration.", {
      anyOf: [{ $ref: schemaRef("OpenWebhookConfigResponse") }, { type: "null" }],
    }),
    RejectedChange: envelope("A rejection. Anything but true may stand in `data`.", { not: { const: true } }),
    RejectedQuery: envelope("A rejection. Anything but an object may stand in `data`.", {
      not: { type: "object" },
    }),
  };
}

/** A reference to one of these schemas. */
export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
}

function registerRequest(): JsonSchema {
  return {
    type: "object",
    required: ["callbackUrl"],
    properties: {
      callbackUrl: {
        type: "string",
        description:
          "HTTPS URL. Open: the unit of its length, and white space around it, which some servers remove.",
        maxLength: MAX_CALLBACK_URL_CHARS,
        pattern: String.raw`^\s*[Hh][Tt][Tt][Pp][Ss]:`,
      },
    },
  };
}

function envelope(description: string, data: JsonSchema): JsonSchema {
  const members = Object.entries(ENVELOPE_FORMS).map(([name, { schema }]) => [name, orNull(schema)] as const);
  const described = members.map(([name, schema]) => [name, { description: MEANINGS.get(name), ...schema }]);
  return { type: "object", description, properties: { ...Object.fromEntries(described), data } };
}

/** The fields of section 2.1, each with the requirements of the catalogue that read it. */
function configurationFields(): Properties {
  const rows = catalogue.requirements.filter((row) => areaOf(row.id) === "configuration" && isNormative(row));
  return Object.fromEntries(
    Object.entries(FIELD_FORMS).map(([field, { schema }]) => [
      field,
      {
        description: MEANINGS.get(field),
        ...orNull(schema),
        "x-requirements": rows.filter(({ reads = [] }) => reads.includes(field)).map(({ id }) => id),
      },
    ]),
  );
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  return { ...schema, type: [type, "null"], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
