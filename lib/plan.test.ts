import { expect, test } from "vitest";
import { ambient, check, observe } from "./check.ts";
import { plan, type SuiteModule } from "./plan.ts";
import { loadProfile } from "./profile/load-profile.ts";

const nothing = async () => undefined;
const { profile } = await loadProfile("reference", {});
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
  { path: "webhook/isolation.ts", exports: { differ: check("isolation.merchant-ids-differ", nothing) } },
  {
    path: "auth/api-key.ts",
    exports: {
      refusesAbsent: check("api-key.absent", nothing),
      suffices: check("api-key.suffices", nothing),
    },
  },
  {
    path: "envelope.ts",
    exports: { isJson: ambient("envelope.json-object"), code: observe("envelope.success-code", nothing) },
  },
];

const rows = (selectors: string[], skip: string[] = [], facts: Partial<typeof profile> = {}) =>
  plan(modules, { selectors, skip }, { ...profile, ...facts });

const judged = (...given: Parameters<typeof rows>) =>
  rows(...given)
    .filter(({ judge }) => judge !== undefined)
    .map(({ requirement, bystander }) => (bystander ? `(${requirement})` : requirement));

const obstacles = (...given: Parameters<typeof rows>) =>
  Object.fromEntries(rows(...given).map(({ requirement, obstacle }) => [requirement, obstacle]));

test("checks come in the order of the catalogue, then observations, then ambient checks", () => {
  expect(judged([])).toEqual([
    "api-key.suffices",
    "api-key.absent",
    "isolation.merchant-ids-differ",
    "register.replaces",
    "envelope.success-code",
    "register.status-after-again",
    "envelope.json-object",
    "register.accepts",
  ]);
});

test("a selector is an area, a group of areas, observations or the beginning of an id; ambient checks stand by", () => {
  expect(judged(["webhook"])).toEqual([
    "isolation.merchant-ids-differ",
    "register.replaces",
    "register.status-after-again",
    "(envelope.json-object)",
    "register.accepts",
  ]);
  expect(judged(["observations"])).toEqual([
    "envelope.success-code",
    "register.status-after-again",
    "(envelope.json-object)",
    "(register.accepts)",
  ]);
  expect(judged(["api-key.a"])).toEqual(["api-key.absent", "(envelope.json-object)", "(register.accepts)"]);
  expect(judged(["register.repl"])).toEqual([
    "register.replaces",
    "(envelope.json-object)",
    "(register.accepts)",
  ]);
});

test("what is skipped is left out, also when it is selected or stands by", () => {
  expect(judged(["register"], ["register.replaces", "envelope"])).toEqual([
    "register.status-after-again",
    "register.accepts",
  ]);
  expect(judged([], ["webhook", "auth"])).toEqual(["envelope.success-code", "envelope.json-object"]);
});

test("a requirement without a check is uncovered, whatever the profile offers", () => {
  const given = { "transaction/query": { body: {} } };
  expect(obstacles(["transaction"], ["transaction.record-shape"], { operations: given })).toMatchObject({
    "transaction.query-envelope": {
      verdict: "uncovered",
      code: "no-check-yet",
      reason: "This version has no check of it yet.",
    },
    "transaction.ninth-type": { reason: "This version has no observation of it yet." },
  });
  expect(judged(["transaction"])).toEqual([]);
});

test("a requirement whose need the profile does not offer is uncovered, with the field that would cover it", () => {
  const alone = { merchants: profile.merchants.slice(0, 1) };
  expect(obstacles(["isolation.merchant"], [], alone)["isolation.merchant-ids-differ"]).toEqual({
    verdict: "uncovered",
    code: "need-not-offered",
    reason: "The profile offers no second merchant (merchants[1]).",
    field: "merchants[1]",
  });
  expect(obstacles(["isolation.merchant"])["isolation.merchant-ids-differ"]).toBeUndefined();
});

test("a requirement that does not bind the deployment is inapplicable, also without a check", () => {
  const signed = { auth: { ...profile.auth, mode: "signed" as const } };
  const inapplicable = { verdict: "inapplicable", code: "does-not-bind" };
  expect(obstacles(["api-key.suffices"], [], signed)["api-key.suffices"]).toMatchObject(inapplicable);
  expect(obstacles(["signature.wrong"])["signature.wrong"]).toMatchObject(inapplicable);
});
