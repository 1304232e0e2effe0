import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAst } from "vitest/node";
import { asksForChoice, carriesOutChoices, isForOtherChoice } from "./choice-sites.ts";
import { OPERATORS } from "./operators.ts";
import { childOf, childSites, isNode, type Site, type SyntaxNode } from "./syntax.ts";

/** One mechanical change of the reference's source. */
export interface Mutation {
  /** Below `lib/reference/`, for example `rules/register.ts`. */
  readonly file: string;
  /** The enclosing name, for example `registerRules.create.status`; empty at the top of a file. */
  readonly where: string;
  readonly operator: string;
  readonly from: string;
  readonly to: string;
  /** The replaced range, in UTF-16 units of the file, and the new code. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
}

export const REFERENCE = new URL("../../../lib/reference/", import.meta.url);

/** Sources that no check can see: the table of choices, operations of which the document gives the names alone, the faults, sockets, the command line, msw, what only an event or a receiver shows, and the MCP service, which is judged by itself. */
const NO_BEHAVIOUR = [
  /^(axes|delivery|mcp|mutants|operations|variants|testing|verification)\/|\.test\.ts$/,
  /^(changes|choices|parse-choice|mutant|faults|rewriting|handlers|reference)\.ts$/,
  /^rules\/(?:mcp-|operations)/,
  /^(serve-reference|to-request|write-response)\.ts$/,
];

/** Sources that only carry out choices: another way of doing it is another choice, and the variants are for those. */
const NOTHING_BUT_CHOICES =
  /^(answer|arrange|background-delivery|code-limit|extra-members|guard|node-clock|render-json|repaired-url|simulated-clock|stray-page|taken-url|unusual-url|wording)\.ts$/;

/** The files of the reference that are mutated, below `lib/reference/`, and their text. */
export function mutatedSources(): ReadonlyMap<string, string> {
  const files = readdirSync(REFERENCE, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !NOTHING_BUT_CHOICES.test(file))
    .filter((file) => !NO_BEHAVIOUR.some((pattern) => pattern.test(file)))
    .toSorted();
  return new Map(files.map((file) => [file, readFileSync(fileURLToPath(new URL(file, REFERENCE)), "utf8")]));
}

/** Where the walk through a tree has come to. */
interface Place {
  readonly where: string;
  /** Inside `a?.b.c`, of which no part can stand alone. */
  readonly chained: boolean;
}

/** Every change that the operators make of a file. */
export function mutationsOf(file: string, source: string): Mutation[] {
  const program: unknown = parseAst(source, { lang: "ts" });
  if (!isNode(program)) throw new Error(`Cannot mutate ${file}: it has no syntax tree`);
  const textOf = (node: SyntaxNode) => source.slice(node.start, node.end);
  const visit = (site: Site, { where, chained }: Place): Mutation[] => {
    if (carriesOutChoices(where) || asksForChoice(site) || isForOtherChoice(site)) return [];
    const here = chained ? [] : changesAt(site, textOf).map((change) => ({ file, where, ...change }));
    const inside = [where, nameOf(site)].filter((name) => name !== undefined && name !== "").join(".");
    const below = childSites(site.node).flatMap((child) =>
      visit(child, { where: inside, chained: isChained(child, chained) }),
    );
    return [...here, ...below];
  };
  return visit({ node: program, key: "", parent: undefined }, { where: "", chained: false });
}

function changesAt(site: Site, textOf: (node: SyntaxNode) => string): Omit<Mutation, "file" | "where">[] {
  const { start, end } = site.node;
  const original = textOf(site.node);
  const found = new Map<string, Omit<Mutation, "file" | "where">>();
  for (const [operator, changesOf] of Object.entries(OPERATORS)) {
    for (const { code, from = original, to = code } of changesOf(site, textOf)) {
      if (code !== original && !found.has(code)) found.set(code, { operator, from, to, start, end, code });
    }
  }
  return [...found.values()];
}

function isChained({ key, parent }: Site, chained: boolean): boolean {
  if (parent?.type === "ChainExpression") return true;
  return chained && (key === "object" || key === "callee");
}

function nameOf({ node }: Site): string | undefined {
  const named = childOf(node, "id") ?? (node.type === "Property" ? childOf(node, "key") : undefined);
  const name = named?.["name"] ?? named?.["value"];
  return typeof name === "string" ? name : undefined;
}

const HEAD_CHARS = 50;
const TAIL_CHARS = 20;

/**
 * A name for each mutation that lasts as long as the code that it changes: file, what encloses it, operator and change,
 * and a number from the second of its kind on. No line numbers: code elsewhere may come and go.
 */
function mutationNames(mutations: readonly Mutation[]): string[] {
  const seen = new Map<string, number>();
  return mutations.map(({ file, where, operator, from, to }) => {
    const name = `${[file, where, operator].filter(Boolean).join(" ")}: ${clipped(from)} → ${clipped(to)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} #${count}`;
  });
}

function clipped(code: string): string {
  const line = code.replaceAll(/\s+/g, " ");
  if (line.length <= HEAD_CHARS + TAIL_CHARS) return line;
  return `${line.slice(0, HEAD_CHARS)} … ${line.slice(-TAIL_CHARS)}`;
}

/** A mutation of the reference; its number is its place among all of them. */
export interface GeneratedMutant extends Mutation {
  readonly name: string;
}

export function allMutants(): GeneratedMutant[] {
  const mutations = [...mutatedSources()].flatMap(([file, source]) => mutationsOf(file, source));
  const names = mutationNames(mutations);
  return mutations.map((mutation, number) => ({ ...mutation, name: names[number] ?? "" }));
}
