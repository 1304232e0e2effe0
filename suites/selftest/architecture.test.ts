import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const IMPORT = /^(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)/gm;

/** What each room may import of the others. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "lib/package-root.ts": [],
  "lib/signer": [],
  "lib/secrets": ["lib/http"],
  "lib/http": ["lib/api"],
  "lib/engine": ["lib/api", "lib/cli"],
  "lib/profile": ["lib/signer", "lib/engine"],
  "lib/api": [
    "lib/http",
    "lib/secrets",
    "lib/signer",
    "lib/engine",
    "lib/profile",
    "lib/reporters",
    "lib/package-root.ts",
  ],
  "lib/guest": ["lib/api", "lib/engine", "lib/profile"],
  "lib/reference": ["lib/api", "lib/signer"],
  "lib/reporters": ["lib/engine", "lib/api", "lib/guest", "lib/profile", "lib/cli"],
  "lib/cli": [
    "lib/package-root.ts",
    "lib/signer",
    "lib/secrets",
    "lib/http",
    "lib/engine",
    "lib/profile",
    "lib/api",
    "lib/guest",
    "lib/reference",
    "lib/reporters",
  ],
};

/** What an area may touch of the packages. Only its mutants touch the reference. */
const AREAS_IMPORT = /^(?:\.\.\/)+lib\/(?:api|engine|profile)\/|^\.\/(?!mutants)/;
const MUTANTS_IMPORT =
  /^(?:\.\.\/)+lib\/(?:reference|signer)\/|^(?:\.\.\/)+lib\/api\/json\.ts$|faults\.ts$|^\.\/mutants/;
const IS_OF_MUTANTS = /\/(?:mutants[a-z-]*|faults)\.ts$/;
const CHECKS_USE_NOTHING_ELSE = /\b(?:process|Date|setTimeout|setInterval|Math\.random|fetch|require)\b/;

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll(sep, "/")}`)
    .filter((file) => file.endsWith(".ts"));
}

function importsOf(file: string): string[] {
  return [...readFileSync(join(root, file), "utf8").matchAll(IMPORT)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
}

function partOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}

test("rooms import only what their row of the table says", () => {
  const forbidden = filesBelow("lib")
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith("."))
        .map((target) => normalize(join(dirname(file), target)).replaceAll(sep, "/"))
        .filter((target) => {
          const allowed = MAY_IMPORT[partOf(file)];
          const own = partOf(target) === partOf(file);
          return target.startsWith("suites/") || (!own && allowed?.includes(partOf(target)) !== true);
        })
        .map((target) => `${file} imports ${target}`),
    );
  expect(forbidden).toEqual([]);
});

const checks = filesBelow("suites").filter(
  (file) => !file.startsWith("suites/selftest/") && !file.endsWith(".test.ts"),
);

test("areas import nothing but the vocabulary of checks, and their mutants nothing but the reference", () => {
  const forbidden = checks.flatMap((file) => {
    const allowed = IS_OF_MUTANTS.test(file) ? MUTANTS_IMPORT : AREAS_IMPORT;
    return importsOf(file)
      .filter((target) => !allowed.test(target))
      .map((target) => `${file} imports ${target}`);
  });
  expect(forbidden).toEqual([]);
});

test("checks reach time, chance, the network and the process through their context alone", () => {
  const offending = checks
    .filter((file) => !IS_OF_MUTANTS.test(file))
    .filter((file) => {
      const code = readFileSync(join(root, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"]*"/g, "");
      return CHECKS_USE_NOTHING_ELSE.test(code);
    });
  expect(offending).toEqual([]);
});

test("no file is longer than 250 lines", () => {
  const long = [...filesBelow("lib"), ...filesBelow("suites")].filter(
    (file) => readFileSync(join(root, file), "utf8").split("\n").length > 251,
  );
  expect(long).toEqual([]);
});
