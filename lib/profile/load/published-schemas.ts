import * as z from "zod";
import { waiversSchema } from "./load-waivers.ts";
import { profileSchema } from "../schema/profile-schema.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A variable can replace any single value of a profile. It becomes text, a number, or a boolean. */
const VARIABLE: JsonSchema = { type: "string", pattern: String.raw`\$\{env:[A-Za-z_]` };
const TYPES_BUT_TEXT: readonly unknown[] = ["number", "integer", "boolean"];

/** A profile describes the API, the MCP service alone, or both. */
const TARGETS: JsonSchema = {
  anyOf: [
    { required: ["baseUrl", "auth", "merchants"], properties: { merchants: { minItems: 1 } } },
    {
      required: ["mcp"],
      properties: { mcp: { required: ["url"] }, merchants: { maxItems: 0 } },
    },
  ],
};

/** The schemas of the files that users write, for editors, by the name of the published file. */
export function publishedSchemas(): Readonly<Record<`${string}.schema.json`, JsonSchema>> {
  const profile = z.toJSONSchema(profileSchema, { io: "input", unrepresentable: "any" });
  return {
    "profile.schema.json": named("profile", "Profile of a target", { ...withVariables(profile), ...TARGETS }),
    "waivers.schema.json": named("waivers", "Accepted failures", z.toJSONSchema(waiversSchema)),
  };
}

function named(name: string, title: string, { $schema, ...schema }: JsonSchema): JsonSchema {
  return {
    ...($schema !== undefined && { $schema }),
    $id: `urn:card-issuing-conformance:${name}:1`,
    title,
    ...schema,
  };
}

/** Adds `${env:NAME}` to a schema that does not accept every text. */
function withVariables(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, additionalProperties } = schema;
  if (isNarrow(schema)) {
    const { description, default: fallback, ...own } = schema;
    const about = { ...(description !== undefined && { description }) };
    return { ...about, ...(fallback !== undefined && { default: fallback }), anyOf: [own, VARIABLE] };
  }
  const inner = {
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, within(field)]),
      ),
    }),
    ...(items !== undefined && !Array.isArray(items) && { items: within(items) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: within(additionalProperties) }),
    ...(anyOf !== undefined && {
      anyOf: [
        ...anyOf.map((one) => (isNarrow(one) ? one : withVariables(one))),
        ...(anyOf.some(isNarrow) ? [VARIABLE] : []),
      ],
    }),
  };
  return { ...schema, ...inner };
}

function within<T extends JsonSchema | boolean>(schema: T): T | JsonSchema {
  return typeof schema === "boolean" ? schema : withVariables(schema);
}

function isNarrow({ type, pattern, format, enum: values }: JsonSchema): boolean {
  return TYPES_BUT_TEXT.includes(type) || [pattern, format, values].some((limit) => limit !== undefined);
}
