import { expect, test } from "vitest";
import { commandLineText } from "./command-line-text.ts";

const run = ["run", "--profile", "./a b.yaml"];

test.each([
  ["in a checkout", "/home/me/suite", "/home/me/suite/", "npm run -s cli -- run --profile './a b.yaml'"],
  [
    "beside a checkout",
    "/home/me/other",
    "/home/me/suite/",
    `${process.execPath} /home/me/suite/lib/cli/bin.js run --profile './a b.yaml'`,
  ],
  [
    "in a project that has the package, or below it",
    "/home/me/project/e2e",
    "/home/me/project/node_modules/card-issuing-conformance/dist/",
    "npx --no-install card-issuing-conformance run --profile './a b.yaml'",
  ],
  [
    "by npx alone",
    "/home/me/project",
    "/home/me/.npm/_npx/1f/node_modules/card-issuing-conformance/dist/",
    "npx --no-install card-issuing-conformance run --profile './a b.yaml'",
  ],
  [
    "with the package of the machine",
    "/home/me/project",
    "/usr/lib/node_modules/card-issuing-conformance/dist/",
    "card-issuing-conformance run --profile './a b.yaml'",
  ],
])("%s", (_, cwd, root, line) => {
  expect(commandLineText(run, { cwd, root })).toBe(line);
});
