import type { JsonSchema } from "../../api/json/form.ts";
import { suiteIdentity } from "../../package/package-root.ts";
import { EMBEDDED } from "../../profile/fields/base-url.ts";
import { PATHLESS } from "../../profile/schema/operation-schema.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { componentSchemas } from "./openapi/component-schemas.ts";
import { namedPaths } from "./openapi/named-paths.ts";
import { webhookPaths } from "./openapi/webhook-paths.ts";
import { redactValue } from "../../engine/record/redact-value.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { loadProfile } from "../../profile/load/load-profile.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { redactorOf } from "../../session/redactor-of.ts";
import { pinnable, catalogue } from "../catalogue.ts";
import { EVENT_TYPES } from "../../api/events/deliveries/event-types.ts";
import { areaOf } from "../../engine/requirement/catalogue.ts";
import { extensionsOf } from "./openapi/extensions-of.ts";

const KEY = { apiKey: [] };
const SIGNED = { ...KEY, timestamp: [], nonce: [], signature: [] };

/** The credential headers of section 4.1, with the signature scheme of a profile. A key alone needs no other header. */
function securitySchemes(auth: Profile["auth"] | undefined): JsonSchema {
  const apiKey = header("X-API-Key", "API access key.");
  if (auth?.mode === "api-key") return { apiKey };
  const { algorithm, payload, encoding, timestamp, nonce, module } = auth?.signature ?? {};
  return {
    apiKey,
    timestamp: header("X-Timestamp", "Time of the request, an integer.", { unit: timestamp }),
    nonce: header("X-Nonce", "Random text, unique for each request.", { form: nonce }),
    signature: header("X-Signature", "Signature of the request. The document does not show the algorithm.", {
      algorithm: module === undefined ? algorithm : "computed by a module",
      payload,
      encoding,
    }),
  };
}

/** The headers that a request needs: the key alone or all four. A profile fixes one of them. */
function securityOf(auth: Profile["auth"] | undefined): readonly JsonSchema[] {
  if (auth === undefined) return [KEY, SIGNED];
  return [auth.mode === "signed" ? SIGNED : KEY];
}

function header(
  name: string,
  description: string,
  facts: Readonly<Record<string, string | undefined>> = {},
): JsonSchema {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return {
    type: "apiKey",
    in: "header",
    name,
    description,
    ...(known.length > 0 && { "x-pinned": Object.fromEntries(known) }),
  };
}

/** The events of section 6. Payload, headers and the right answer stay open. */
function eventWebhooks(pins: Profile["pins"]): Readonly<Record<string, JsonSchema>> {
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

/**
 * The contract as an OpenAPI document in JSON, without secrets.
 * @param name a profile by name or file, of which the address, the paths and the pins are added. Default: none
 * @throws {ProfileError} for a profile with faults
 */
export async function exportOpenapi(name: string | undefined, env: Environment): Promise<string> {
  if (name === undefined) return toJson(openapiDocument());
  const { profile, secrets } = await loadProfile(name, env, pinnable);
  const redactor = redactorOf({ profile, secrets });
  return toJson(redactValue(openapiDocument(profile), { redact: (text) => redactor.text(text) }));
}

/** The last date in the history of the API document. */
const DOCUMENT_DATE = "2026-09-22";

const DESCRIPTION = `The API as the Card Issuing Open API document describes it.

The document leaves much open. This file sets no constraint there: a field without a schema may hold anything, and an answer may have more fields. \`x-requirements\` lists the requirements that the suite checks, \`x-observations\` the questions that the document leaves open, and \`x-pinned\` the answers that one deployment fixes.`;

const TAGS = {
  webhook: "Webhook configuration, section 4.2",
  transaction: "Transactions, section 4.3",
  account: "Primary account, section 4.3",
  card: "Virtual cards, section 4.3",
  "sub-account": "Sub accounts, section 4.3",
  budget: "Budgets, section 2.4",
  "three-d-secure": "3-D Secure decisions, section 4.3",
  events: "Notifications, section 6",
};

/**
 * The contract as an OpenAPI 3.1 document. Every answer of a conformant server is valid in it.
 * @param profile adds its address, its paths and its pins. Default: the document alone
 */
export function openapiDocument(profile?: Profile): JsonSchema {
  const { name, version } = suiteIdentity();
  const { pins = {}, operations = {}, auth } = profile ?? {};
  const paths = { ...namedPaths(operations, pins), ...webhookPaths(pins) };
  return {
    openapi: "3.1.1",
    info: {
      title: "Card Issuing Open API",
      version: DOCUMENT_DATE,
      description: DESCRIPTION,
      "x-exported-by": `${name} ${version}`,
    },
    servers: serversOf(profile),
    security: securityOf(auth),
    tags: tagsOf(operations),
    paths,
    webhooks: eventWebhooks(pins),
    components: {
      schemas: componentSchemas(),
      securitySchemes: securitySchemes(auth),
    },
  };
}

/** The address of the embedded reference is not known before it starts. */
function serversOf(profile: Profile | undefined): readonly JsonSchema[] {
  if (profile === undefined || profile.baseUrl === EMBEDDED) {
    return [{ url: "/", description: "The document names no address." }];
  }
  return [{ url: profile.baseUrl, description: profile.name }];
}

function tagsOf(operations: Profile["operations"]): readonly JsonSchema[] {
  const given = new Set(Object.keys(operations).map((name) => name.split("/")[0]));
  return Object.entries(TAGS).map(([name, description]) => {
    const isOpen = PATHLESS.some((area) => area === name) && !given.has(name);
    return {
      name,
      description: isOpen ? `${description}. The document shows no path for some of them` : description,
    };
  });
}
