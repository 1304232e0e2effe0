import type { Command } from "commander";
import { expect, test } from "vitest";
import { z } from "zod";
import { publishedSchemas } from "../../profile/load/published-schemas.ts";
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

type Rows = readonly (readonly string[])[];

const INTRODUCTION = `# Reference: fields of a profile and options of the command line

[Examples and rules](README.md) come first. \`card-issuing-conformance init\` writes a profile with comments.`;

test("config/REFERENCE.md lists every field of a profile and every option of the command line", async () => {
  const commands = await allCommands();
  const ofRun = optionsOf(commands.find((command) => command.name() === "run"));
  const parts = commands.flatMap((command) => partsOf(command, ofRun));
  const page = [INTRODUCTION, profilePart(), "## Command line", ...parts].join("\n\n");
  await expect(`${page}\n`).toMatchFileSnapshot("../../../config/REFERENCE.md");
});

function profilePart(): string {
  const root = fieldSchema.parse(publishedSchemas()["profile.schema.json"]);
  return `## Fields of a profile\n\n${table(["field", "default", "meaning"], fieldsOf(root, "", new Map()))}`;
}

/** Lists path, default and meaning of each field. Fields of an object that is already listed are one row. */
function fieldsOf(schema: FieldSchema, path: string, listed: Map<string, string>): string[][] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema;
  const base = path.replace(/\.$/, "");
  const shape = JSON.stringify(properties);
  const same = listed.get(shape);
  if (same !== undefined) return [[code(`${path}*`), "", `The same fields as ${code(same)}.`]];
  if (shape !== "{}") listed.set(shape, base);
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const at = `${path}${name}`;
    return [[code(at), defaultOf(field), field.description ?? ""], ...fieldsOf(field, `${at}.`, listed)];
  });
  const nested = [
    ...(items === undefined ? [] : fieldsOf(items, `${base}[].`, listed)),
    ...(additionalProperties === undefined ? [] : fieldsOf(additionalProperties, `${path}<name>.`, listed)),
    ...anyOf.flatMap((one) => fieldsOf(one, path, listed)),
  ];
  return [...own, ...nested].filter(isFirst);
}

function isFirst([name]: readonly string[], at: number, rows: Rows): boolean {
  return rows.findIndex(([other]) => other === name) === at;
}

function defaultOf({ default: value }: FieldSchema): string {
  return value === undefined ? "" : code(JSON.stringify(value));
}

/** A command, and each of its own commands. */
function partsOf(command: Command, ofRun: Rows): string[] {
  const parts = command.commands.map((part) => commandPart(part, `${command.name()} ${part.name()}`, ofRun));
  return [commandPart(command, command.name(), ofRun), ...parts];
}

function commandPart(command: Command, name: string, ofRun: Rows): string {
  const words = command.registeredArguments.map((one) => [code(one.name()), one.description]);
  const options = optionsOf(command);
  const others = options.filter((row) => !isAmong(ofRun, row));
  const missing = ofRun.filter((row) => !isAmong(options, row));
  const extendsRun = name !== "run" && missing.length < 2;
  const rows = [...words, ...(extendsRun ? others : options)];
  const shown = rows.length === 0 ? [] : [table(["argument or option", "meaning"], rows)];
  const except = missing.map(([flags = ""]) => ` except ${flags}`).join("");
  const also = extendsRun ? [`It also has all options of \`run\`${except}.`] : [];
  return [`### ${name}`, command.description(), ...shown, ...also].join("\n\n");
}

function optionsOf(command: Command | undefined): Rows {
  return (command?.options ?? []).map(({ flags, description, defaultValue }) => [
    code(flags),
    defaultValue === undefined ? description : `${description} (default: ${String(defaultValue)})`,
  ]);
}

function isAmong(rows: Rows, row: readonly string[]): boolean {
  return rows.some((one) => one.join() === row.join());
}

function table(head: readonly string[], rows: Rows): string {
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`);
  return ["<!-- prettier-ignore -->", ...lines].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function code(text: string): string {
  return `\`${text}\``;
}
