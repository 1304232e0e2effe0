import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../lib/package/package-root.ts";
import { PRODUCT_PAGES } from "./product-pages.ts";
import { parseAst } from "vitest/node";
import { isNode, type SyntaxNode } from "./generated/syntax.ts";
import { readSource, sourceFiles } from "./sources.ts";

/** Rooms below all others of the product: anything may import them. */
const GROUND = ["text", "files", "package"];
const API = ["api/json", "api/request", "api/credentials", "api/exchange", "api/merchant"];
const BELOW_API = ["engine", "profile", "http", "receiver", "secrets", "signer"];

/**
 * Every room, and the rooms below it that it may import: from the ground to the roof, never upwards. `lib/api` is a floor
 * with rooms of its own. None of its three groups of areas, `webhook`, `operations` and `events`, imports another.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  text: [],
  files: ["text"],
  package: ["text", "files"],
  signer: ["text"],
  secrets: [],
  http: ["text"],
  receiver: ["http", "text"],
  engine: ["files"],
  profile: ["engine", "signer", ...GROUND],
  "api/json": ["engine", "text"],
  "api/request": ["api/json", "engine", "http", "signer", "text"],
  "api/credentials": ["api/request", "engine", "http", "profile", "secrets", "signer"],
  "api/exchange": ["api/json", "api/request", "api/credentials", "engine", "http", "receiver", "secrets"],
  "api/merchant": ["api/json", "api/request", "api/credentials", "api/exchange", "engine"],
  "api/refusals": [...API, "engine"],
  mcp: ["api/refusals", "engine", "profile", "http", "text"],
  "api/webhook": ["api/refusals", ...API, "engine", "profile", "http", "text"],
  "api/operations": ["api/refusals", ...API, "engine", "profile", "files", "text"],
  "api/events": [...API, ...BELOW_API, "text"],
  "api/auth": ["api/refusals", "api/webhook", "api/operations", ...API, "engine", "profile"],
  "api/diagnosis": ["api/webhook", "api/events", ...API, "engine", "profile", "signer", "text"],
  session: ["api", "mcp", ...BELOW_API, ...GROUND],
  reference: ["api/json", "signer", "receiver/self-signed-certificate.ts", "http/growing-bytes.ts", "text"],
  guest: ["session", "api", "mcp", "engine", "profile", ...GROUND],
  reporters: ["api/operations", "api/diagnosis", "engine", ...GROUND],
  cli: ["guest", "reporters", "reference", "session", "api", "mcp", ...BELOW_API, ...GROUND],
};

/** The rooms inside a room, and those below that each may import. */
const INNER_ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "lib/api/events": {
    trigger: [],
    urls: [],
    deliveries: ["trigger", "urls"],
    "requirement.ts": ["deliveries"],
    scenes: ["deliveries", "trigger", "urls"],
    rules: ["scenes", "deliveries", "urls"],
    observing: ["scenes", "deliveries", "trigger", "urls"],
  },
  "lib/engine": {
    requirement: [],
    record: ["requirement"],
    settle: ["record", "requirement"],
    plan: ["record", "requirement"],
    judge: ["plan", "settle", "record", "requirement"],
    run: ["plan", "settle", "record", "requirement"],
  },
  "lib/profile": {
    fields: [],
    yaml: ["fields"],
    schema: ["yaml", "fields"],
    load: ["schema", "yaml", "fields"],
    options: ["load", "schema", "yaml", "fields"],
    needs: ["load", "schema", "fields"],
  },
  "lib/mcp": {
    wire: [],
    service: ["wire"],
    refusals: ["service", "wire"],
    discovery: ["refusals", "service", "wire"],
    oauth: ["discovery", "refusals", "service", "wire"],
    "means.ts": ["oauth", "discovery", "refusals", "service", "wire"],
    "requirement.ts": ["means.ts", "service", "wire"],
  },
  "lib/reporters": {
    stored: [],
    text: ["stored"],
    history: ["stored", "text"],
    page: ["stored", "text", "history"],
    terminal: ["stored", "text"],
    pipeline: ["stored", "text"],
    run: ["stored", "text", "history", "terminal", "pipeline"],
  },
};

/** Outputs read a result, and not the engine that made it. */
const OUTPUTS = ["text", "history", "page", "terminal", "pipeline"].map((room) => `lib/reporters/${room}`);
const OF_OUTPUTS = [...GROUND, "reporters", "engine/requirement/plain.ts", "engine/record/result-schema.ts"];

/** Imports that a file of an area may have: the mutants know the answer key, and the requirements know none of it. */
const OF_AREAS = /^lib\/(?:api|engine|mcp|profile)\//;
const OF_MUTANTS = /^lib\/reference\/|^lib\/api\/json\/|^lib\/signer\//;
const IS_OF_MUTANTS = /\/(?:mutants[a-z-]*|faults[a-z-]*)\.ts$/;
const NOT_IN_A_CHECK = /\b(?:process|Date|setTimeout|setInterval|Math\.random|fetch|require)\b/;

const files = sourceFiles.filter((file) => file.endsWith(".ts"));
const product = files.filter((file) => file.startsWith("lib/") && !/\.test\.ts$|\/testing\//.test(file));
const areas = files.filter((file) => /^suites\/(?!selftest\/).*\//.test(file));

/** The imports of each file that are not allowed, as sentences. */
function forbidden(of: readonly string[], isAllowed: (file: string, target: string) => boolean): string[] {
  return of.flatMap((file) =>
    importsOf(readSource(file), dirname(file))
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} imports ${target}`),
  );
}

function roomOf(file: string): string {
  const [, floor = "", room = ""] = file.split("/");
  return floor === "api" ? `api/${room}` : floor;
}

function isBelow(file: string, target: string): boolean {
  const below = [roomOf(file), ...(ROOMS[roomOf(file)] ?? [])];
  return isPackage(target) || below.some((path) => isWithin(target, `lib/${path}`));
}

function innerRoomOf(file: string, outer: string): string {
  return file.slice(outer.length + 1).split("/")[0] ?? "";
}

function isWithin(path: string, folder: string): boolean {
  return `${path}/`.startsWith(`${folder}/`);
}

function isOfAreas(file: string, target: string): boolean {
  if (IS_OF_MUTANTS.test(file)) return OF_MUTANTS.test(target) || IS_OF_MUTANTS.test(target);
  return OF_AREAS.test(target) || (dirname(target) === dirname(file) && !IS_OF_MUTANTS.test(target));
}

function isOfOutputs(_file: string, target: string): boolean {
  return isPackage(target) || OF_OUTPUTS.some((room) => isWithin(target, `lib/${room}`));
}

function isPackage(target: string): boolean {
  return !/^(?:lib|suites|config)\//.test(target);
}

test("the table names every room, each above those that it imports", () => {
  const rooms = Object.keys(ROOMS);
  expect(rooms.toSorted()).toEqual([...new Set(product.map(roomOf))].toSorted());
  for (const [at, [name, below]] of Object.entries(ROOMS).entries())
    for (const path of below)
      expect(
        rooms.slice(0, at).some((room) => isWithin(room, path) || isWithin(path, room)),
        `${name}: ${path}`,
      ).toBe(true);
});

test("a room imports itself and what its row of the table names", () => {
  expect(forbidden(product, isBelow)).toEqual([]);
});

test.each(Object.entries(INNER_ROOMS))("a room inside %s imports only what its row names", (outer, rooms) => {
  const inside = product.filter((file) => isWithin(file, outer));
  expect([...new Set(inside.map((file) => innerRoomOf(file, outer)))].toSorted()).toEqual(
    Object.keys(rooms).toSorted(),
  );
  const isAllowed = (file: string, target: string) => {
    const [own, other] = [innerRoomOf(file, outer), innerRoomOf(target, outer)];
    return !isWithin(target, outer) || own === other || rooms[own]?.includes(other) === true;
  };
  expect(forbidden(inside, isAllowed)).toEqual([]);
});

test("an output reads results, and does not see the engine", () => {
  const outputs = product.filter((file) => OUTPUTS.some((room) => isWithin(file, room)));
  expect(outputs.length).toBeGreaterThan(OUTPUTS.length);
  expect(forbidden(outputs, isOfOutputs)).toEqual([]);
});

test("requirements import the vocabulary of checks, and mutants only the reference", () => {
  expect(forbidden(areas, isOfAreas)).toEqual([]);
});

test("checks reach time, chance, the network and the process only through their context", () => {
  const offending = areas
    .filter((file) => !IS_OF_MUTANTS.test(file))
    .filter((file) =>
      NOT_IN_A_CHECK.test(readSource(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"]*"/g, "")),
    );
  expect(offending).toEqual([]);
});

test("what changes things for good is prepared in one place, and sent from one place", () => {
  const preparing = product.filter((file) => /\blasting: true\b/.test(readSource(file)));
  const sending = product.filter((file) => /\blastingCall\(/.test(readSource(file)));
  expect(preparing).toEqual(["lib/api/operations/lasting-call.ts"]);
  expect(sending.toSorted()).toEqual(["lib/api/operations/lasting-call.ts", "lib/api/operations/moves.ts"]);
});

test("every file and folder of ours that the documents name is there", () => {
  const named = PRODUCT_PAGES.flatMap((file) =>
    [...readSource(file).matchAll(/`((?:lib|suites|config)\/[\w./-]+)`/g)].map(([, path = ""]) => ({
      file,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ path }) => !existsSync(join(packageRoot, path)))).toEqual([]);
});

/**
 * The imports of a source, types too: files by their path from the root, packages as `node:fs` without a folder.
 * @param folder of the source, from the root
 */
function importsOf(source: string, folder: string): string[] {
  const program: unknown = parseAst(source, { lang: "ts" });
  return isNode(program) ? namesIn(program).map((name) => pathOf(name, folder)) : [];
}

function namesIn(node: SyntaxNode): string[] {
  const { source } = node;
  const own = isNode(source) && typeof source["value"] === "string" ? [source["value"]] : [];
  return [...own, ...Object.values(node).flat().filter(isNode).flatMap(namesIn)];
}

function pathOf(name: string, folder: string): string {
  return name.startsWith(".") ? join(folder, name).replaceAll(sep, "/") : name;
}
