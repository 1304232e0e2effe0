import { checkSync } from "recheck";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { isNode, type SyntaxNode } from "./generated/syntax.ts";
import { readSource, sourceFiles } from "./sources.ts";

/** Files that read no text from outside, and why. */
const INSIDE = [
  [/\.test\.ts$|\/testing\//, "Tests read what this repository writes."],
  [/^suites\/selftest\//, "The proof reads what this repository writes."],
  [/\/(?:mutants|faults)[a-z-]*\.ts$/, "Wrong servers are asked by the suite alone."],
] as const;

/** Patterns that are put together: how many in a file, and why they cost no more than their text is long. */
const BUILT: Readonly<Record<string, readonly [count: number, because: string]>> = {
  "lib/guest/mask-in.ts": [1, "A choice of words, and at most 20 characters behind it."],
  "lib/http/failure-table.ts": [2, "The table's patterns, over codes and messages of Node and undici."],
  "lib/profile/schema/lasting-operations.ts": [1, "The user's pattern, over names of the user's profile."],
  "lib/profile/schema/operation-schema.ts": [
    2,
    "A choice of words before path segments; and a look at the user's pattern.",
  ],
  "lib/profile/schema/receiver-schema.ts": [1, "Only looks at the user's pattern."],
  "lib/receiver/tunnel.ts": [1, "The user's pattern, over at most 10,000 characters of the user's program."],
  "lib/reference/parse-json-object.ts": [2, "The reference alone reads so, and is asked by the suite."],
  "lib/secrets/redactor.ts": [1, "The marks of a cut, which are written out."],
  "lib/secrets/secret-patterns.ts": [
    1,
    "Made of a secret of the user; `redactor.test.ts` feeds them what is hostile.",
  ],
  "lib/signer/payload-template.ts": [1, "A choice of words."],
};

/** Steps decide when the search ends, not time, so that a machine under load finds the same. */
const LIMITS = { timeout: null, attackTimeout: null } as const;
/** A pattern without a repetition that has no end takes as long for a long text as for a short one. */
const ENDLESS = /[*+]|\{\d+,\}/;

const files = sourceFiles
  .filter((file) => file.endsWith(".ts") && !INSIDE.some(([path]) => path.test(file)))
  .map((file) => [file, patternsOf(readSource(file))] as const);

const found = new Map<string, readonly string[]>();

/** The attack on a pattern; undefined: it is safe. */
function danger(pattern: RegExp): readonly string[] {
  const known = found.get(String(pattern)) ?? search(pattern);
  found.set(String(pattern), known);
  return known;
}

function search({ source, flags }: RegExp): readonly string[] {
  const diagnostics = checkSync(source, flags, LIMITS);
  if (diagnostics.status === "safe") return [];
  const how =
    diagnostics.status === "vulnerable"
      ? `${diagnostics.complexity.summary}: ${diagnostics.attack.pattern}`
      : "unknown";
  return [`/${source}/${flags} is ${how}`];
}

test("the checker finds a pattern of quadratic cost, also one that begins anywhere", () => {
  expect([/^\s*(?:\{\s*\})?\s*$/, /\{[^}]*\}/, /^\s*\{/].map((pattern) => danger(pattern).length)).toEqual([
    1, 1, 0,
  ]);
});

test.for(files.filter(([, { literals }]) => literals.some(({ source }) => ENDLESS.test(source))))(
  "the patterns of %s cost no more than their text is long",
  ([, { literals }]) => {
    expect(literals.filter(({ source }) => ENDLESS.test(source)).flatMap(danger)).toEqual([]);
  },
);

test("each pattern that is put together is known, and why it costs no more than its text is long", () => {
  const built = files.filter((entry) => entry[1].built > 0).map(([file, patterns]) => [file, patterns.built]);
  expect(Object.fromEntries(built)).toEqual(
    Object.fromEntries(Object.entries(BUILT).map(([file, [count]]) => [file, count])),
  );
});

/** The regular expressions of a source. */
interface Patterns {
  /** Those that are written out. */
  readonly literals: readonly RegExp[];
  /** How many are put together by `RegExp`. */
  readonly built: number;
}

/** The regular expressions of a source in TypeScript. */
function patternsOf(source: string): Patterns {
  const program: unknown = parseAst(source, { lang: "ts" });
  const nodes = isNode(program) ? [...nodesIn(program)] : [];
  return {
    literals: nodes.flatMap(({ regex }) =>
      isLiteral(regex) ? [new RegExp(regex.pattern, regex.flags)] : [],
    ),
    built: nodes.filter(isBuilt).length,
  };
}

function* nodesIn(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* nodesIn(child);
}

function isLiteral(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === "object" && value !== null && "pattern" in value && "flags" in value;
}

function isBuilt({ type, callee }: SyntaxNode): boolean {
  return /^(?:New|Call)Expression$/.test(type) && isNode(callee) && callee["name"] === "RegExp";
}
