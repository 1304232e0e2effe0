import type { JsonSchema } from "../../../api/json/form.ts";
import { areaOf } from "../../../engine/requirement/catalogue.ts";
import { NAMED, operationPath, type ProfiledOperations } from "../../../profile/schema/operation-schema.ts";
import { type Profile, profileSchema } from "../../../profile/schema/profile-schema.ts";
import type { Requirement } from "../../../session/requirement.ts";
import { catalogue } from "../../catalogue.ts";
import { responsesOf } from "./responses-of.ts";
import { extensionsOf } from "./extensions-of.ts";

const NOT_FOUND = 404;

const PURPOSES = new Map<string, string>(
  Object.entries({
    "transaction/query": "Query transactions. The response has `fees`, in cents",
    "transaction/detail": "Transaction detail. The response has `fees`, in cents",
    "account/detail": "Get primary account details",
    "account/transfer": "Transfer funds between a primary account and a sub account, or between sub accounts",
    "card/cancel": "Permanently delete a virtual card. This cannot be undone",
    "card/bin/query": "Query card BIN information",
    "sub-account/switch-provider": "Switch the card provider of a sub account",
  } satisfies Record<(typeof NAMED)[number], string>),
);

/** The operations of section 4.3 that have a path in the document or in a profile. Their shapes stay open. */
export function namedPaths(
  operations: ProfiledOperations,
  pins: Profile["pins"],
): Readonly<Record<string, JsonSchema>> {
  const names = [...new Set([...NAMED, ...Object.keys(operations)])];
  const byPath = Map.groupBy(names, (name) => operationPath(name, operations[name] ?? {}));
  return Object.fromEntries(
    [...byPath].map(([path, [name = "", ...others]]) => [
      templateOf(path),
      { post: operationOf(path, [name, ...others], pins) },
    ]),
  );
}

/** A brace in a path would begin a parameter. */
function templateOf(path: string): string {
  return path.replaceAll("{", "%7B").replaceAll("}", "%7D");
}

function operationOf(path: string, names: readonly string[], pins: Profile["pins"]): JsonSchema {
  const [name = ""] = names;
  const [area = ""] = name.split("/");
  const isOfDocument = PURPOSES.has(name) && path === operationPath(name, {});
  const purpose = PURPOSES.get(name);
  return {
    operationId: name.replaceAll("/", "-"),
    tags: [area],
    summary: purpose ?? `Operation ${name} of the profile`,
    description: "The document shows neither its request nor its `data`.",
    requestBody: { content: { "*/*": { schema: {} } } },
    responses: responsesOf({ names: ["Envelope"], open: isOfDocument ? [] : [NOT_FOUND] }),
    ...extensionsOf(isAboutOneOf(names), pins),
  };
}

/** Rules about every answer, and the rows of its area that an example of such an operation alone can cover. */
function isAboutOneOf(names: readonly string[]): (row: Requirement) => boolean {
  const none = profileWith([]);
  const alone = names.map((name) => ({ name, profile: profileWith([name]) }));
  return (row) => {
    if (row.rule?.isAmbient === true) return true;
    const area = areaOf(row.id);
    const ofArea = alone.filter(({ name }) => name === area || name.startsWith(`${area}/`));
    if (catalogue.groups.get(area) !== "operations" || ofArea.length === 0) return false;
    const needs = (row.needs ?? []).filter((need) => !need.isOffered(none));
    return needs.length === 0 || ofArea.some(({ profile }) => needs.some((need) => need.isOffered(profile)));
  };
}

/** A profile in which nothing is missing for a requirement but operations. */
function profileWith(names: readonly string[]): Profile {
  const operations = names.map((name) => [name, { path: "/", body: {}, mayTakeEffect: true }]);
  return profileSchema.parse({
    name: "example",
    baseUrl: "https://issuer.example",
    merchants: ["alpha", "beta"].map((name) => ({ name, apiKey: `key-of-${name}` })),
    operations: Object.fromEntries(operations),
  });
}
