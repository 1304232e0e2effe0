import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const IMPORT = /^(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)/gm;

/** What a part of lib may import of the others; the parts not named here hold the product together and may import all. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "lib/requirements": [],
  "lib/verdict.ts": ["lib/requirements"],
  "lib/result.ts": ["lib/requirements", "lib/verdict.ts"],
  "lib/wire": ["lib/requirements", "lib/verdict.ts"],
  "lib/signer": ["lib/requirements", "lib/verdict.ts"],
  "lib/profile": ["lib/requirements", "lib/verdict.ts", "lib/signer", "lib/package-root.ts"],
  "lib/client": [
    "lib/requirements",
    "lib/verdict.ts",
    "lib/result.ts",
    "lib/wire",
    "lib/signer",
    "lib/profile",
  ],
  "lib/reference": ["lib/requirements", "lib/wire", "lib/signer"],
};

/** What a check may touch of the packages: fast-check's types of inputs come to it through the arbitraries. */
const CHECKS_IMPORT =
  /^(?:\.\.\/)+lib\/(?:arbitraries|check|client|context|model|observing|oracles|requirements|verdict|wire|result)/;
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

test("parts of lib import only what lies below them", () => {
  const forbidden = filesBelow("lib")
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith("."))
        .map((target) => normalize(join(dirname(file), target)).replaceAll(sep, "/"))
        .filter((target) => {
          const allowed = MAY_IMPORT[partOf(file)];
          const own = partOf(target) === partOf(file);
          return (
            target.startsWith("suites/") ||
            (allowed !== undefined && !own && !allowed.includes(partOf(target)))
          );
        })
        .map((target) => `${file} imports ${target}`),
    );
  expect(forbidden).toEqual([]);
});

const checks = filesBelow("suites").filter(
  (file) => !file.startsWith("suites/selftest/") && !file.endsWith(".test.ts"),
);

test("checks import nothing but the vocabulary of checks", () => {
  const forbidden = checks.flatMap((file) =>
    importsOf(file)
      .filter((target) => !CHECKS_IMPORT.test(target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(forbidden).toEqual([]);
});

test("checks reach time, chance, the network and the process through their context alone", () => {
  const offending = checks.filter((file) => {
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
