import { expect, test } from "vitest";
import { ambient, check, observe } from "./check.ts";
import { plan, type SuiteModule } from "./plan.ts";

const nothing = async () => undefined;
const modules: readonly SuiteModule[] = [
  {
    path: "observations/register.ts",
    exports: { observesStatus: observe("register.status-after-again", nothing) },
  },
  {
    path: "webhook/register.ts",
    exports: {
      updatesUrl: check("register.replaces", nothing),
      accepts: ambient("register.accepts"),
      helper: () => "no judge",
    },
  },
  { path: "auth/api-key.ts", exports: { refusesAbsent: check("api-key.absent", nothing) } },
  {
    path: "envelope.ts",
    exports: { isJson: ambient("envelope.json-object"), code: observe("envelope.success-code", nothing) },
  },
];

const planned = (selectors: string[], skip: string[] = []) =>
  plan(modules, { selectors, skip }).map(
    ({ judge, bystander }) => `${bystander ? "(" : ""}${judge.requirement}${bystander ? ")" : ""}`,
  );

test("checks come in the order of the catalogue, then observations, then ambient checks", () => {
  expect(planned([])).toEqual([
    "api-key.absent",
    "register.replaces",
    "envelope.success-code",
    "register.status-after-again",
    "envelope.json-object",
    "register.accepts",
  ]);
});

test("a selector is an area, a group of areas, observations or the beginning of an id; ambient checks stand by", () => {
  expect(planned(["webhook"])).toEqual([
    "register.replaces",
    "register.status-after-again",
    "(envelope.json-object)",
    "register.accepts",
  ]);
  expect(planned(["observations"])).toEqual([
    "envelope.success-code",
    "register.status-after-again",
    "(envelope.json-object)",
    "(register.accepts)",
  ]);
  expect(planned(["api-key"])).toEqual(["api-key.absent", "(envelope.json-object)", "(register.accepts)"]);
  expect(planned(["register.repl"])).toEqual([
    "register.replaces",
    "(envelope.json-object)",
    "(register.accepts)",
  ]);
});

test("what is skipped is left out, also when it is selected or stands by", () => {
  expect(planned(["register"], ["register.replaces", "envelope"])).toEqual([
    "register.status-after-again",
    "register.accepts",
  ]);
  expect(planned([], ["webhook", "auth"])).toEqual(["envelope.success-code", "envelope.json-object"]);
});
