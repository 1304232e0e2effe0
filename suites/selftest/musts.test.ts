import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf, isNormative } from "../../lib/engine/requirement/catalogue.ts";
import type { Requirement } from "../../lib/session/requirement.ts";
import { REASONS, UNCHECKED_MUSTS } from "./unchecked-musts.ts";

const PAGE = "../mcp/MUSTS.md";
/** Requirements that the API document states itself, so no other text is their source. */
const OF_THE_DOCUMENT = ["authorization.two-scopes", "scopes.merchants-apart"];

/** A section of a text, and what stands beside it in its row. */
interface Row {
  readonly text: string;
  readonly section: string;
  readonly cells: readonly string[];
}

const requirements = catalogue.requirements.filter(
  (one) => isNormative(one) && catalogue.groups.get(areaOf(one.id)) === "mcp",
);
const checked = requirements.flatMap(rowsOf);
const unchecked = UNCHECKED_MUSTS.flatMap(([source = "", ...cells]) =>
  placesIn(source).map((place) => ({ ...place, cells })),
);

function rowsOf(requirement: Requirement): Row[] {
  const { id, level, text } = requirement;
  return placesIn(sourceOf(requirement)).map((place) => ({
    ...place,
    cells: [text, level === "advisory" ? `\`${id}\` (warns)` : `\`${id}\``],
  }));
}

function sourceOf(requirement: Requirement): string {
  return "source" in requirement && typeof requirement.source === "string" ? requirement.source : "";
}

/** The texts and their sections in a source such as `RFC 9728, 3.3; MCP 2026-07-28, Caching`. */
function placesIn(source: string): Pick<Row, "text" | "section">[] {
  return source
    .split("; ")
    .filter((place) => place !== "")
    .map((place) => {
      const [, text = "MCP", revisions = "", section = place] =
        /^(OAuth 2\.1|JSON-RPC 2\.0|RFC \d+|MCP)([^,]*), (.+)$/.exec(place) ?? [];
      return { text, section: revisions === "" ? section : `${section} (${revisions.trim()})` };
    });
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, titles.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`,
  );
  return ["<!-- prettier-ignore -->", ...lines].join("\n");
}

function bySection(rows: readonly Row[]): string[][] {
  return rows
    .toSorted((one, other) => one.section.localeCompare(other.section, "en", { numeric: true }))
    .map(({ section, cells }) => [section, ...cells]);
}

function rank(text: string): number {
  return ["OAuth 2.1", "RFC", "JSON-RPC 2.0", "MCP"].findIndex((one) => text.startsWith(one));
}

/** OAuth first, MCP last, and the RFCs by their numbers between them. */
function byText(rows: readonly Row[]): [string, Row[]][] {
  return [...Map.groupBy(rows, ({ text }) => text)].toSorted(
    ([one], [other]) => rank(one) - rank(other) || one.localeCompare(other, "en", { numeric: true }),
  );
}

test("every requirement of the MCP service names the text that it comes from", () => {
  const unsourced = requirements.filter((one) => rowsOf(one).length === 0);
  expect(unsourced.map(({ id }) => id)).toEqual(OF_THE_DOCUMENT);
  expect(checked.length).toBeGreaterThan(150);
});

test("each MUST that no requirement checks has a reason", () => {
  const reasons = UNCHECKED_MUSTS.map((row) => row[2]?.split(": ")[0] ?? "");
  expect(reasons.filter((reason) => !Object.keys(REASONS).includes(reason))).toEqual([]);
  expect(new Set(reasons)).toEqual(new Set(Object.keys(REASONS)));
});

test("suites/mcp/MUSTS.md lists what is checked by the section of its text, and what is not", async () => {
  const page = [
    "# Which MUST of OAuth and MCP a run checks",
    "The selftest writes this page. First come the requirements, by the texts that they follow from: `explain <id>` shows one. The last table names each MUST that binds a server and that no requirement checks.",
    ...byText(checked).flatMap(([text, rows]) => [
      `## ${text}`,
      table(["section", "requirement", "id"], bySection(rows)),
    ]),
    "## Not checked",
    `The reasons:\n\n${Object.entries(REASONS)
      .map(([reason, meaning]) => `- ${reason}: ${meaning}.`)
      .join("\n")}`,
    table(
      ["text", "section", "a server must", "reason"],
      byText(unchecked).flatMap(([text, rows]) => bySection(rows).map((cells) => [text, ...cells])),
    ),
  ].join("\n\n");
  await expect(`${page}\n`).toMatchFileSnapshot(PAGE);
});
