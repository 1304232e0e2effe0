import { execFileSync } from "node:child_process";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { packageRoot } from "../../lib/package/package-root.ts";
import { brokenRules, LANGUAGE_RULES } from "./forbidden-language.ts";
import { HAND_WRITTEN_PAGES, PRODUCT_PAGES, readPage } from "./product-pages.ts";

const MAX_MEAN_WORDS = 14;
const LONG_SENTENCE_WORDS = 25;
const MAX_LONG_SHARE = 0.03;
const MAX_README_WORDS = 1000;

function problemsOf(markdown: string): string[] {
  const { sentences, cells } = readProse(markdown);
  const all = [...sentences, ...cells];
  const mean = sentences.reduce((sum, sentence) => sum + wordCount(sentence), 0) / sentences.length;
  const long = all.filter((sentence) => wordCount(sentence) > LONG_SENTENCE_WORDS);
  return [
    ...(mean > MAX_MEAN_WORDS ? [`${mean.toFixed(1)} words per sentence`] : []),
    ...(long.length > all.length * MAX_LONG_SHARE ? [`Too long: ${long.join(" / ")}`] : []),
    ...all.filter((sentence) => brokenRules(sentence, LANGUAGE_RULES).length > 0),
  ];
}

test.each(HAND_WRITTEN_PAGES)("%s is written in short and plain sentences", (file) => {
  expect(problemsOf(readPage(file))).toEqual([]);
});

test.each([
  ...LANGUAGE_RULES.flatMap(({ examples }) => examples),
  `${"word ".repeat(LONG_SENTENCE_WORDS + 1)}.`,
  "| a cell |\n| --- |\n| nobody knows |",
])("the language of a page rejects: %s", (text) => {
  expect(problemsOf(text)).not.toEqual([]);
});

test("README has at most 1,000 words", () => {
  expect(wordCount(readPage("README.md"))).toBeLessThanOrEqual(MAX_README_WORDS);
});

test("every page and every linked file is in the package, and every linked heading is there", () => {
  const packed = packedFiles();
  expect(packed).toEqual(expect.arrayContaining(PRODUCT_PAGES));
  expect(PRODUCT_PAGES.flatMap((page) => brokenLinks(page, packed))).toEqual([]);
});

/** The package is packed as npm would, without building it. */
function packedFiles(): string[] {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: packageRoot,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [packed] = z
    .array(z.object({ files: z.array(z.object({ path: z.string() })) }))
    .parse(JSON.parse(output));
  return (packed?.files ?? []).map(({ path }) => path);
}

function brokenLinks(page: string, packed: readonly string[]): string[] {
  const targets = [...readPage(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => {
      const [path = "", heading] = target.split("#");
      const file = path === "" ? page : posix.join(posix.dirname(page), path);
      return !packed.includes(file) || (heading !== undefined && !headingsOf(file).includes(heading));
    })
    .map((target) => `${page}: ${target}`);
}

/** As GitHub makes addresses of them. */
function headingsOf(page: string): string[] {
  return [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The sentences of a page, apart from code blocks, headings and links. */
interface PageProse {
  readonly sentences: readonly string[];
  readonly cells: readonly string[];
}

const CODE_BLOCK = /^ *```[^]*?^ *```$/gm;
const LIST_MARK = /^ *(?:[-*]|\d+\.) +/;
const SENTENCE_END = /(?<=[.!?])\s+/;

/** Reads Markdown; a span of code counts as one word, a link as its text. */
function readProse(markdown: string): PageProse {
  const lines = markdown
    .replaceAll(CODE_BLOCK, "\n")
    .replaceAll(/<!--[^]*?-->/g, "")
    .replaceAll(/``[^\n]+?``|`[^`\n]+`/g, "`code`")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  const rows = lines.filter((line) => line.startsWith("|"));
  return { sentences: blocksOf(lines).flatMap(split), cells: rows.flatMap(cellsOf).flatMap(split) };
}

/** Paragraphs and items of lists: each ends its last sentence. */
function blocksOf(lines: readonly string[]): string[] {
  const marked = lines.map((line) =>
    line.startsWith("|") ? "" : LIST_MARK.test(line) ? `\n${line.replace(LIST_MARK, "")}` : line,
  );
  return marked.join("\n").split(/\n{2,}/);
}

function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/).filter((cell) => !/^[\s:-]*$/.test(cell));
}

function split(text: string): string[] {
  return text
    .replaceAll(/\s+/g, " ")
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordCount(sentence) > 0);
}

/** Words have a letter or a digit. */
function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
