import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { packageRoot } from "../../package/package-root.ts";
import { publishedSchemas } from "../../profile/load/published-schemas.ts";
import { allCommands } from "../testing/all-commands.ts";

const PAGES = [
  "README.md",
  "config/README.md",
  "config/REFERENCE.md",
  ...readdirSync(join(packageRoot, "config/guides")).map((file) => `config/guides/${file}`),
  "suites/README.md",
  "reports/README.md",
];
const commands = await allCommands();
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
