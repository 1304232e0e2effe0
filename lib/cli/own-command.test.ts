import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { ownCommand } from "./own-command.ts";
import { packageRoot } from "../package-root.ts";

const PROJECT = "/home/me/project";
const LOCAL = `${PROJECT}/node_modules/card-issuing-conformance/dist/`;
const GLOBAL = "/usr/lib/node_modules/card-issuing-conformance/dist/";
const LOCAL_BIN = `${PROJECT}/node_modules/.bin`;

test("in a checkout it is a script of npm, and elsewhere the file", () => {
  const started = join(packageRoot, "lib/cli/bin.js");
  expect(ownCommand({ root: packageRoot, cwd: packageRoot, started, env: {} })).toBe("npm run -s cli --");
  const elsewhere = join(temporaryFolder(), "with blanks");
  mkdirSync(elsewhere);
  expect(ownCommand({ root: packageRoot, cwd: elsewhere, started, env: {} })).toMatch(
    /^node .*\/lib\/cli\/bin\.js$/,
  );
});

test.each([
  ["by npx", LOCAL, PROJECT, LOCAL_BIN, { npm_command: "exec", PATH: LOCAL_BIN }, "npx "],
  ["by npx out of its cache", GLOBAL, PROJECT, "/c/.bin", { npm_command: "exec", PATH: "/c/.bin" }, "npx "],
  ["by a script of a project", LOCAL, PROJECT, LOCAL_BIN, { npm_command: "run", PATH: LOCAL_BIN }, "npx "],
  ["by its path", LOCAL, `${PROJECT}/src`, LOCAL_BIN, { PATH: "/usr/bin" }, "npx "],
  ["by a name that the shell finds in the project", LOCAL, PROJECT, LOCAL_BIN, { PATH: LOCAL_BIN }, ""],
  ["by a name that the shell finds", GLOBAL, PROJECT, "/usr/bin", { PATH: "/bin:/usr/bin" }, ""],
])("installed and started %s", (_, root, cwd, folder, env, before) => {
  const started = `${folder}/card-issuing-conformance`;
  expect(ownCommand({ root, cwd, started, env })).toBe(`${before}card-issuing-conformance`);
});
