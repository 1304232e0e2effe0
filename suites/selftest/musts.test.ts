import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf, isNormative } from "../../lib/engine/catalogue.ts";
import { readPage } from "./product-pages.ts";

const PAGE = "suites/mcp/MUSTS.md";
const REASON = /^(?:Not visible|Optional|Person|Setup|Open): ./;
const ID = /`((?:discovery|authorization|scopes)\.[\w.-]+)`/g;

/** The rows of all tables: what decides each MUST. */
const deciders = readPage(PAGE)
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| (?:section|-)/.test(line))
  .map((line) => ({ line, decider: line.split("|").at(-2)?.trim() ?? "" }));

function idsIn(text: string): string[] {
  return [...text.matchAll(ID)].map(([, id = ""]) => id);
}

test("every MUST has a requirement that checks it, or a reason why none does", () => {
  const open = deciders.filter(({ decider }) => idsIn(decider).length === 0 && !REASON.test(decider));
  expect(open.map(({ line }) => line)).toEqual([]);
  expect(deciders.length).toBeGreaterThan(100);
});

test("every requirement that the page names is one", () => {
  const unknown = deciders.flatMap(({ decider }) => idsIn(decider)).filter((id) => !catalogue.find(id));
  expect(unknown).toEqual([]);
});

test("the page names every requirement of the MCP service", () => {
  const named = new Set(deciders.flatMap(({ decider }) => idsIn(decider)));
  const mcp = catalogue.requirements.filter((one) => catalogue.groups.get(areaOf(one.id)) === "mcp");
  const unnamed = mcp.filter((one) => isNormative(one) && !named.has(one.id));
  expect(unnamed.map(({ id }) => id)).toEqual([]);
});
