import { expect, test } from "vitest";
import { loadProfile } from "../../profile/load/load-profile.ts";
import { signedMode, apiKeyMode } from "../../profile/needs/bindings.ts";
import { secondMerchant } from "../../profile/needs/needs.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { Catalogue } from "../requirement/catalogue.ts";
import { plan } from "./plan.ts";
import { wording } from "../requirement/requirement.ts";

const { stated, unspecified } = wording<unknown, Profile, unknown>();
const { profile } = await loadProfile("reference", {});
const words = { sections: ["1"], text: "The server does something." };
const check = async () => undefined;
const observe = async () => ({});
const rule = { hear: () => [], byItself: true };

const catalogue = new Catalogue(
  [
    stated("envelope.json-object", { ...words, rule }),
    unspecified("envelope.unknown-path", { ...words, observe }),
    stated("api-key.suffices", { ...words, binds: apiKeyMode, check }),
    stated("api-key.absent", { ...words, check }),
    stated("signature.wrong", { ...words, binds: signedMode, check }),
    stated("isolation.merchant-ids-differ", { ...words, needs: [secondMerchant], check }),
    stated("register.accepts", { ...words, rule }),
    stated("register.replaces", { ...words, check }),
    stated("lifecycle.walkthrough", { ...words, check, spends: true, accompanies: ["webhook", "envelope"] }),
    unspecified("register.effect", { ...words, observe }),
  ],
  new Map([
    ["api-key", "auth"],
    ["signature", "auth"],
    ["isolation", "webhook"],
    ["register", "webhook"],
    ["lifecycle", "webhook"],
  ]),
);

const rows = (selectors: string[], skip: string[] = [], facts: Partial<typeof profile> = {}) =>
  plan(catalogue, { selectors, skip }, { ...profile, ...facts });

const judged = (...given: Parameters<typeof rows>) =>
  rows(...given)
    .filter(({ why }) => why === undefined)
    .map(({ requirement: { id }, unselected }) => (unselected ? `(${id})` : id));

const reasons = (...given: Parameters<typeof rows>) =>
  Object.fromEntries(rows(...given).map(({ requirement: { id }, why }) => [id, why]));

test("checks come in the order of the catalogue, then observations, then rules", () => {
  expect(judged([])).toEqual([
    "api-key.suffices",
    "api-key.absent",
    "isolation.merchant-ids-differ",
    "register.replaces",
    "lifecycle.walkthrough",
    "envelope.unknown-path",
    "register.effect",
    "envelope.json-object",
    "register.accepts",
  ]);
});

test("a skipped requirement is omitted, also if it is selected or only reads answers", () => {
  expect(judged(["register"], ["register.replaces", "envelope", "lifecycle"])).toEqual([
    "register.effect",
    "register.accepts",
  ]);
  expect(judged([], ["webhook", "auth"])).toEqual(["envelope.unknown-path", "envelope.json-object"]);
});

test("rules are decided with a check that brings about what they hear, unless one of the selected checks does", () => {
  expect(judged(["envelope.json-object"])).toEqual([
    "(lifecycle.walkthrough)",
    "envelope.json-object",
    "(register.accepts)",
  ]);
  expect(judged(["register.replaces"])).not.toContain("(lifecycle.walkthrough)");
  expect(judged(["envelope", "lifecycle"])).toContain("lifecycle.walkthrough");
});

test("a requirement whose need the profile does not offer is uncovered, with the field that would cover it", () => {
  const alone = { merchants: profile.merchants.slice(0, 1) };
  expect(reasons(["isolation.merchant"], [], alone)["isolation.merchant-ids-differ"]).toEqual({
    verdict: "uncovered",
    code: "need-not-offered",
    reason: "Not checked: add a second merchant (merchants[1]) to the profile.",
    field: "merchants[1]",
  });
  expect(reasons(["isolation.merchant"])["isolation.merchant-ids-differ"]).toBeUndefined();
});

test("a requirement that does not apply to the deployment is inapplicable", () => {
  const signed = { auth: { ...profile.auth, mode: "signed" as const } };
  const inapplicable = { verdict: "inapplicable", code: "does-not-bind" };
  expect(reasons(["api-key.suffices"], [], signed)["api-key.suffices"]).toMatchObject(inapplicable);
  expect(reasons(["signature.wrong"])["signature.wrong"]).toMatchObject(inapplicable);
});

test("an area that the deployment does not list does not apply, and ambient areas always do", () => {
  const { "register.replaces": replaces, ...others } = reasons([], [], { implements: ["auth"] });
  expect(replaces).toEqual({
    verdict: "inapplicable",
    code: "not-implemented",
    reason: "The profile does not list webhook under `implements`.",
    field: "implements",
  });
  expect(others).toMatchObject({ "api-key.absent": undefined, "envelope.json-object": undefined });
});
