import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { packageRoot } from "../../lib/package/package-root.ts";
import { publishedSchemas } from "../../lib/profile/load/published-schemas.ts";
import { publishedSchema } from "../../lib/reporters/stored/published-schema.ts";
import {
  brokenRules,
  COMMENT_RULES,
  LANGUAGE_RULES,
  type LanguageRule,
  MESSAGE_RULES,
} from "./forbidden-language.ts";
import { readSource, sourceFiles } from "./sources.ts";

const MIN_MESSAGE_WORDS = 3;
/** The only file that breaks the rules: it contains examples of each. */
const RULES_FILE = "forbidden-language.ts";
/** Folders whose comments and messages keep the rules. */
const PLAIN_FOLDERS = [
  ...readdirSync(join(packageRoot, "lib"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `lib/${name}`),
  "suites",
];

/** The title of a test or a row of tests: a string before a function. */
const TITLE = /"((?:[^"\\\n]|\\.)+)",\s*(?:\{[^}]*\},\s*)?(?:async\s*)?\(/g;

/** A comment or a string literal of a source. Lines of comment that follow each other are one. */
interface SourceText {
  readonly kind: "comment" | "literal";
  readonly text: string;
  readonly line: number;
}

interface FileText extends SourceText {
  readonly file: string;
}

/** A comment, a regular expression, a template up to the next one inside, or a string. */
const TOKEN =
  /\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*|\/\*[^]*?\*\/|(?<=[=(,:[!&|?{;]\s*|return\s+|^\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*|`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/gm;
const MARKS_OF_COMMENT = /^\/\*+|\s*\*\/$|^\s*\*|^\s*\/\/+/gm;

/** The texts of a source. Each part of a template that is code is shown as `…`. */
function readSourceTexts(source: string): SourceText[] {
  return [...source.matchAll(TOKEN)].flatMap(({ 0: found, index }): SourceText[] => {
    const line = source.slice(0, index).split("\n").length;
    const plain = found.replaceAll(MARKS_OF_COMMENT, "").replaceAll(/\s+/g, " ").trim();
    if (/^\/[/*]/.test(found)) return [{ kind: "comment", text: plain, line }];
    const text = found
      .slice(1, -1)
      .replaceAll(/\$\{[^}]*\}/g, "…")
      .replaceAll(/\\./g, " ");
    return found.startsWith("/") ? [] : [{ kind: "literal", text, line }];
  });
}

const texts: readonly FileText[] = sourceFiles
  .filter((file) => file.endsWith(".ts") && basename(file) !== RULES_FILE)
  .flatMap((file) => readSourceTexts(readSource(file)).map((text) => ({ ...text, file })));

function problems(found: readonly FileText[], rules: readonly LanguageRule[]): string[] {
  return found.flatMap(({ file, line, text }) =>
    sentencesOf(text)
      .filter((sentence) => brokenRules(sentence, rules).length > 0)
      .map((sentence) => `${file}:${line}: ${sentence}`),
  );
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/);
}

function isMessage({ file, kind, text }: FileText): boolean {
  return kind === "literal" && !isOfTests(file) && isSentence(text);
}

function isOfTests(file: string): boolean {
  return file.endsWith(".test.ts") || file.includes("/testing/");
}

function isSentence(text: string): boolean {
  return text.split(/\s+/).filter((word) => /[a-z]{2}/i.test(word)).length >= MIN_MESSAGE_WORDS;
}

test.each(PLAIN_FOLDERS)("the messages of %s are written in plain English", (folder) => {
  const messages = texts.filter((text) => text.file.startsWith(`${folder}/`) && isMessage(text));
  expect(problems(messages, MESSAGE_RULES)).toEqual([]);
});

test.each(PLAIN_FOLDERS)("the comments of %s are written in plain English", (folder) => {
  const comments = texts.filter(({ file, kind }) => file.startsWith(`${folder}/`) && kind === "comment");
  expect(problems(comments, COMMENT_RULES)).toEqual([]);
});

test("the titles of tests are written in plain English", () => {
  const files = [...new Set(texts.map(({ file }) => file))].filter((file) => file.endsWith(".test.ts"));
  const titles = files.flatMap((file) =>
    [...readSource(file).matchAll(TITLE)].map(([, text = ""]): FileText => ({
      kind: "literal",
      text,
      file,
      line: 0,
    })),
  );
  expect(titles.length).toBeGreaterThan(1_000);
  expect(
    problems(
      titles.filter(({ text }) => isSentence(text)),
      MESSAGE_RULES,
    ),
  ).toEqual([]);
});

test("the scanner finds hundreds of messages and comments", () => {
  expect(texts.filter(isMessage).length).toBeGreaterThan(1_000);
  expect(texts.filter(({ kind }) => kind === "comment").length).toBeGreaterThan(2_000);
});

test("the comments of the profiles are written in plain English", () => {
  const folder = join(packageRoot, "config/profiles");
  const comments = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .map((text, at): FileText => ({
        kind: "comment",
        file,
        line: at + 1,
        text: text.replace(/^[^#]*#+/, ""),
      })),
  );
  expect(comments.length).toBeGreaterThan(100);
  expect(problems(comments, LANGUAGE_RULES)).toEqual([]);
});

test("the rows of the catalogue are written in plain English", () => {
  const rows = catalogue.requirements.flatMap(({ id, text, because = "" }) =>
    [text, because].map((row) => ({ kind: "literal" as const, file: id, line: 0, text: row })),
  );
  expect(problems(rows, LANGUAGE_RULES)).toEqual([]);
});

test("the descriptions of the schemas are written in plain English", () => {
  const schemas = { ...publishedSchemas(), "conformance.schema.json": publishedSchema() };
  const descriptions = Object.entries(schemas).flatMap(([file, schema]) =>
    descriptionsIn(schema).map((text) => ({ kind: "literal" as const, file, line: 0, text })),
  );
  expect(descriptions.length).toBeGreaterThan(200);
  expect(problems(descriptions, MESSAGE_RULES)).toEqual([]);
});

function descriptionsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "description" in value && typeof value.description === "string" ? [value.description] : [];
  return [...own, ...Object.values(value).flatMap(descriptionsIn)];
}

const examples = [...new Set([...COMMENT_RULES, ...MESSAGE_RULES])].flatMap((rule) =>
  rule.examples.map((text) => ({ rule, text })),
);

test.each(examples)("the language rejects: $text", ({ rule, text }) => {
  expect(brokenRules(text, [rule])).toEqual([rule]);
});

test("the scanner finds comments, strings and templates with their lines", () => {
  const source = [
    "// One comment stands",
    "// on two lines.",
    'const message = `A row: ${join("x")} /* no comment */`;',
    "const pattern = /[\"'`]/; /** A block. */ const quoted = 'it\\'s a string';",
  ].join("\n");
  expect(readSourceTexts(source)).toEqual([
    { kind: "comment", text: "One comment stands on two lines.", line: 1 },
    { kind: "literal", text: "A row: … /* no comment */", line: 3 },
    { kind: "comment", text: "A block.", line: 4 },
    { kind: "literal", text: "it s a string", line: 4 },
  ]);
});
