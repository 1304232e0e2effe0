import type { JsonSchema } from "../../../api/json/form.ts";
import {
  disableDraft,
  type Draft,
  type Operation,
  OPERATIONS,
  queryDraft,
  registerDraft,
} from "../../../api/request/draft.ts";
import { areaOf } from "../../../engine/requirement/catalogue.ts";
import type { Profile } from "../../../profile/schema/profile-schema.ts";
import type { Requirement } from "../../../session/requirement.ts";
import { catalogue } from "../../catalogue.ts";
import { responsesOf } from "./responses-of.ts";
import { schemaRef } from "./component-schemas.ts";
import { extensionsOf } from "./extensions-of.ts";

interface Described {
  readonly draft: Draft;
  readonly summary: string;
  /** The areas about this operation alone. Every other area about webhooks is about each operation. */
  readonly areas: readonly string[];
  readonly answers: readonly string[];
  readonly example: JsonSchema;
}

const DONE = { data: true };
const CONFIGURATION = { data: { callbackUrl: "https://merchant.example/hook", status: 1 } };

const DESCRIBED: Readonly<Record<Operation, Described>> = {
  register: {
    draft: registerDraft(""),
    summary: "Register or update the webhook configuration",
    areas: ["register", "callback-url"],
    answers: ["CommonResultBoolean", "RejectedChange"],
    example: DONE,
  },
  query: {
    draft: queryDraft(),
    summary: "Query the webhook configuration",
    areas: ["query", "configuration"],
    answers: ["CommonResultOpenWebhookConfigResponse", "RejectedQuery"],
    example: CONFIGURATION,
  },
  disable: {
    draft: disableDraft(),
    summary: "Disable the webhook configuration",
    areas: ["disable"],
    answers: ["CommonResultBoolean", "RejectedChange"],
    example: DONE,
  },
};

/** The operations of section 4.2, by their paths. */
export function webhookPaths(pins: Profile["pins"]): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    OPERATIONS.map((name) => {
      const { draft, summary, answers, example } = DESCRIBED[name];
      const operation = {
        operationId: `webhook-${name}`,
        tags: ["webhook"],
        summary,
        ...(draft.contentType !== undefined && { requestBody: bodyOf(draft.contentType) }),
        responses: responsesOf({ names: answers, example }),
        ...extensionsOf((row) => isAbout(name, row), pins),
      };
      return [draft.path, { [draft.method.toLowerCase()]: operation }];
    }),
  );
}

function bodyOf(contentType: string): JsonSchema {
  const schema = { $ref: schemaRef("OpenWebhookRegisterRequest") };
  return { required: true, content: { [contentType]: { schema } } };
}

function isAbout(name: Operation, { id }: Requirement): boolean {
  const area = areaOf(id);
  const group = catalogue.groups.get(area);
  if (group !== "webhook") return group === undefined || group === "auth";
  const owners = OPERATIONS.filter((one) => DESCRIBED[one].areas.includes(area));
  return owners.length === 0 || owners.includes(name);
}
