import type { Command } from "commander";
import { expect, test } from "vitest";
import { z } from "zod";
import { publishedSchemas } from "../../profile/published-schemas.ts";
import { allCommands } from "../testing/all-commands.ts";

/** A part of a JSON Schema that describes fields. */
interface FieldSchema {
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, FieldSchema>> | undefined;
  readonly additionalProperties?: FieldSchema | undefined;
  readonly items?: FieldSchema | undefined;
  readonly anyOf?: readonly FieldSchema[] | undefined;
}

const fieldSchema: z.ZodType<FieldSchema> = z.lazy(() =>
  z.object({
    description: z.string().optional(),
    default: z.unknown().optional(),
    properties: z.record(z.string(), fieldSchema).optional(),
    additionalProperties: fieldSchema.optional().catch(undefined),
    items: fieldSchema.optional(),
    anyOf: z.array(fieldSchema).optional(),
  }),
);

const INTRODUCTION = `# Reference: profile and command line

A profile is a YAML file with the facts of one deployment. \`card-issuing-conformance init\` writes one with comments. Guides: [safety](guides/safety.md) · [operations](guides/operations.md) · [events](guides/events.md) · [relay](guides/relay.md) · [MCP](guides/mcp.md) · [pipelines](guides/pipelines.md)

\`\`\`yaml
name: sandbox
baseUrl: https://sandbox.issuer.example # without /abc/v1
auth: { mode: api-key }
merchants: [{ name: alpha, apiKey: "\${env:SANDBOX_ALPHA_API_KEY}" }]
\`\`\`

- \`\${env:NAME}\` stands for an environment variable. \`\${env:NAME:-text}\` has a default.
- Paths of files are relative to the profile. Only \`run.out\` is relative to the working directory.
- Most options of \`run\` are a flag, an environment variable and a field of the profile. The flag wins over the variable, and the variable over the field.
- In an environment variable, commas separate the values of a list.`;

test("config/README.md lists every field of a profile and every option of the command line", async () => {
  const commands = await allCommands();
  const page = [INTRODUCTION, profilePart(), "## Command line", ...commands.flatMap(partsOf)].join("\n\n");
  await expect(`${page}\n`).toMatchFileSnapshot("../../../config/README.md");
});

function profilePart(): string {
  const root = fieldSchema.parse(publishedSchemas()["profile.schema.json"]);
  return `## Fields of a profile\n\n${table(["field", "default", "meaning"], fieldsOf(root, ""))}`;
}

function fieldsOf(schema: FieldSchema, path: string): string[][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = `${path}${name}`;
    return [[code(at), defaultOf(field), field.description ?? ""], ...fieldsOf(field, `${at}.`)];
  });
  const { items, additionalProperties, anyOf = [] } = schema;
  const base = path.replace(/\.$/, "");
  const nested = [
    ...(items === undefined ? [] : fieldsOf(items, `${base}[].`)),
    ...(additionalProperties === undefined ? [] : fieldsOf(additionalProperties, `${path}<name>.`)),
    ...anyOf.flatMap((one) => fieldsOf(one, path)),
  ];
  return [...own, ...nested].filter(isFirst);
}

function isFirst([name]: readonly string[], at: number, rows: readonly (readonly string[])[]): boolean {
  return rows.findIndex(([other]) => other === name) === at;
}

function defaultOf({ default: value }: FieldSchema): string {
  return value === undefined ? "" : code(JSON.stringify(value));
}

/** A command, and each of its own commands. */
function partsOf(command: Command): string[] {
  const parts = command.commands.map((part) => commandPart(part, `${command.name()} ${part.name()}`));
  return [commandPart(command, command.name()), ...parts];
}

function commandPart(command: Command, name: string): string {
  const words = command.registeredArguments.map((one) => [code(one.name()), one.description]);
  const options = command.options.map(({ flags, description, defaultValue }) => [
    code(flags),
    defaultValue === undefined ? description : `${description} (default: ${String(defaultValue)})`,
  ]);
  const rows = [...words, ...options];
  const shown = rows.length === 0 ? [] : [table(["argument or option", "meaning"], rows)];
  return [`### ${name}`, command.description(), ...shown].join("\n\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`);
  return ["<!-- prettier-ignore -->", ...lines].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function code(text: string): string {
  return `\`${text}\``;
}
