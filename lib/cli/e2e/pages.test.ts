import Ajv from "ajv/dist/2020.js";
import type { Command } from "commander";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { packageRoot } from "../../package/package-root.ts";
import { publishedSchemas } from "../../profile/load/published-schemas.ts";
import { runBin } from "../testing/run-bin.ts";
import { playTranscript } from "../testing/play-transcript.ts";
import { commandLine } from "../main.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test("the first run that the README shows is what the command prints", async () => {
  const readme = readFileSync(join(packageRoot, "README.md"), "utf8");
  const [, command = "", sample = ""] = /`(run [^`]+)`\):\n\n```\n([^]+?)```/.exec(readme) ?? [];
  const lines = [
    "$ card-issuing-conformance serve --mutant accepts-ftp &",
    `$ card-issuing-conformance ${command} --base-url http://127.0.0.1:4010 --out ./reports/latest`,
  ];
  const played = await playTranscript(`\`\`\`console\n${lines.join("\n")}\n\`\`\`\n`);
  expect(played.replaceAll("./reports/latest", "reports/latest")).toContain(sample);
});

test("the observations that the page of suites shows are what the command prints", async () => {
  const page = readFileSync(join(packageRoot, "suites/README.md"), "utf8");
  const [, command = "", sample = "(no sample)"] = /`(observe [^`]+)`\):\n\n```\n([^]+?)```/.exec(page) ?? [];
  const { stdout } = await runBin([...command.split(" "), "--out", temporaryFolder()]);
  expect(stdout).toContain(sample);
});

const PAGES = [
  "README.md",
  "config/README.md",
  "config/REFERENCE.md",
  ...readdirSync(join(packageRoot, "config/guides")).map((file) => `config/guides/${file}`),
  "suites/README.md",
  "reports/README.md",
];
const commands = commandLine(() => undefined).commands.toSorted((one, other) =>
  one.name() < other.name() ? -1 : 1,
);
const { "profile.schema.json": profile = {}, "waivers.schema.json": waivers = {} } = publishedSchemas();
const ajv = new Ajv.Ajv2020({ strict: false, validateFormats: false });
const isWaivers = ajv.compile(waivers);
const isProfile = ajv.compile({ ...profile, required: [], anyOf: [{}] });

function blocksOf(language: string): string[][] {
  return PAGES.flatMap((page) => {
    const text = readFileSync(join(packageRoot, page), "utf8");
    return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))].map(
      ([, block = ""]) => [page, block],
    );
  });
}

test.each(blocksOf("yaml"))("an example of a profile in %s is valid", (_, block = "") => {
  const value: unknown = parse(block);
  const isValid = Array.isArray(value) ? isWaivers : isProfile;
  expect({ valid: isValid(value), errors: isValid.errors }).toEqual({ valid: true, errors: null });
});

/** The words after the name of our command in a line for a shell, without comments. */
function argumentsOf(line: string): string[] {
  const [, words = ""] =
    /(?:npx --no-install card-issuing-conformance|npm run -s cli --) (.*)/.exec(line) ?? [];
  return words
    .replace(/ +# .*/, "")
    .split(" ")
    .filter((word) => word !== "");
}

const lines = blocksOf("sh").flatMap(([page = "", block = ""]) =>
  block
    .split("\n")
    .filter((line) => argumentsOf(line).length > 0)
    .map((line): [string, string] => [page, line]),
);

const EXAMPLES = readdirSync(join(packageRoot, ".github/examples")).map((file) => `.github/examples/${file}`);

test.each([...PAGES, ...EXAMPLES])("%s lets no tool fetch the package by its name, which is free", (page) => {
  const text = readFileSync(join(packageRoot, page), "utf8");
  expect(text.match(/npx card-issuing-conformance|card-issuing-conformance@\S+/g)).toBeNull();
});

test.each(lines)("%s shows an existing command: %s", (_, line) => {
  const words = argumentsOf(line);
  const command = commandIn(words);
  const flags = words.filter((word) => word.startsWith("--"));
  const known = command?.options.map(({ long }) => long) ?? [];
  expect({ isThere: command !== undefined, unknown: flags.filter((flag) => !known.includes(flag)) }).toEqual({
    isThere: true,
    unknown: [],
  });
});

/** The command that these words name, or the part of a command that has parts. */
function commandIn([name, part]: readonly string[]): Command | undefined {
  const command = commands.find((one) => one.name() === name);
  if (command === undefined || command.commands.length === 0) return command;
  return command.commands.find((one) => one.name() === part);
}

test("every option and command in a span of code is there", () => {
  const known = new Set(commands.flatMap(({ options }) => options.map(({ long }) => long)));
  const unknown = PAGES.flatMap((page) => {
    const text = readFileSync(join(packageRoot, page), "utf8");
    return [...text.matchAll(/`(?:[a-z]+ )?(--[a-z][a-z-]*)[^`\n]*`/g)].map(
      ([, flag = ""]) => `${page}: ${flag}`,
    );
  }).filter((found) => !known.has(found.replace(/.*: /, "")));
  expect(unknown).toEqual([]);
});

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
  const rowsOfTable = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`);
  return ["<!-- prettier-ignore -->", ...rowsOfTable].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function code(text: string): string {
  return `\`${text}\``;
}
