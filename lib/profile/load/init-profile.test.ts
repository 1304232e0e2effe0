import { expect, test } from "vitest";
import { initProfile } from "./init-profile.ts";
import { load } from "../testing/profile-text.ts";

const ENV = { STAGING_EU_ALPHA_API_KEY: "key-alpha", STAGING_EU_BASE_URL: "https://staging.example" };

test("the profile that init writes loads, and consents to nothing", () => {
  const { profile } = load(initProfile("staging-eu"), ENV);
  expect(profile).toMatchObject({
    name: "staging-eu",
    baseUrl: "https://staging.example",
    disposable: false,
    merchants: [{ name: "alpha", apiKey: "key-alpha" }],
    callback: { base: "https://callback.conformance.example/" },
  });
});

test("everything that a run needs stands before the section More", () => {
  const [needed = ""] = initProfile("staging-eu").split(/^## -+ More: .*$/m);
  expect(load(needed, ENV).profile).toMatchObject({ name: "staging-eu", merchants: [{ name: "alpha" }] });
  expect(needed.split("\n").length).toBeLessThan(55);
});

test.each(["", "9a", "a b", "../a", "a".repeat(41)])("%j cannot be the name of a profile", (name) => {
  expect(() => initProfile(name)).toThrow(/^Cannot name a profile /);
});
