import { expect, test } from "vitest";
import { requestedProfile, resolveOptions, type Flags } from "./resolve-options.ts";
import { HEAD, load } from "../testing/profile-text.ts";

const EMBEDDED = HEAD.replace("https://issuer.example", "embedded");

test("a flag wins over a variable, that over the profile, that over the default", () => {
  const profile = load(`${HEAD}run: { depth: deep, seed: 7 }\nlimits: { timeoutMs: 5 }`);
  const env = { CONFORMANCE_DEPTH: "quick", CONFORMANCE_SEED: "8", CONFORMANCE_OUT: "" };
  const resolved = resolveOptions({ depth: "standard" }, env, profile);
  expect(resolved.options).toMatchObject({ depth: "standard", seed: 8, timeoutMs: 5, out: "reports/latest" });
  const { sourceOf } = resolved;
  expect((["depth", "seed", "timeoutMs", "out"] as const).map((name) => sourceOf(name))).toEqual([
    "flag",
    "environment",
    "profile",
    "default",
  ]);
});

test("the profile that is returned holds every option at its place", () => {
  const flags = { baseUrl: "https://other.example/", maxTime: "90", disposable: true };
  const { profile } = resolveOptions(flags, { CONFORMANCE_TIMEOUT_MS: "3" }, load(HEAD));
  expect(profile).toMatchObject({
    baseUrl: "https://other.example",
    disposable: true,
    limits: { maxTimeSeconds: 90, timeoutMs: 3, requestsPerSecond: null },
  });
});

test("texts are read as numbers, booleans, lists and seeds", () => {
  const env = {
    CONFORMANCE_HTML: "1",
    CONFORMANCE_COLOR: "no",
    CONFORMANCE_SKIP: "mcp, callback-url.max-length ,",
    CONFORMANCE_SEED: "fresh",
    CONFORMANCE_REQUESTS_PER_SECOND: "0.5",
  };
  expect(resolveOptions({}, env, load(HEAD)).options).toMatchObject({
    html: true,
    color: false,
    skip: ["mcp", "callback-url.max-length"],
    seed: "fresh",
    requestsPerSecond: 0.5,
  });
  expect(resolveOptions({ skip: ["a", "b"], seed: "-4" }, env, load(HEAD)).options).toMatchObject({
    skip: ["a", "b"],
    seed: -4,
  });
});

function addressOf(baseUrl: string, text = HEAD): string {
  return resolveOptions({ baseUrl }, {}, load(text)).options.baseUrl;
}

test("plain http from a flag needs the consent of the profile, off loopback", () => {
  expect(addressOf("http://127.0.0.1:8080")).toBe("http://127.0.0.1:8080");
  expect(() => addressOf("http://issuer.example")).toThrow("expected https; plain http is for loopback only");
  const consented = `${HEAD}target: { allowPlainHttp: true }`;
  expect(addressOf("http://issuer.example", consented)).toBe("http://issuer.example");
});

test("consent for the embedded reference does not apply to another target", () => {
  const loaded = load(`${EMBEDDED}disposable: true\n`);
  expect(resolveOptions({}, {}, loaded).options.disposable).toBe(true);
  const elsewhere = { baseUrl: "https://issuer.example" };
  const { options, profile } = resolveOptions(elsewhere, {}, loaded);
  expect([options.disposable, profile.disposable]).toEqual([false, false]);
  expect(resolveOptions({ ...elsewhere, disposable: true }, {}, loaded).options.disposable).toBe(true);
});

test("consent holds for the address that it was given for", () => {
  const loaded = load(`${HEAD}disposable: true\nloseMaskedUrl: true\n`);
  const consents = (flags: Flags, env: Record<string, string> = {}) => {
    const { options, profile } = resolveOptions(flags, env, loaded);
    expect(profile).toMatchObject({ disposable: options.disposable, loseMaskedUrl: options.loseMaskedUrl });
    return [options.disposable, options.loseMaskedUrl];
  };
  expect(consents({ baseUrl: "https://other.example" })).toEqual([false, false]);
  expect(consents({}, { CONFORMANCE_BASE_URL: "https://other.example" })).toEqual([false, false]);
  expect(consents({ baseUrl: "https://ISSUER.example:443/" })).toEqual([true, true]);
  expect(consents({ baseUrl: "https://other.example", disposable: true })).toEqual([true, false]);
  const env = { CONFORMANCE_BASE_URL: "https://other.example", CONFORMANCE_DISPOSABLE: "true" };
  expect(consents({}, { ...env, CONFORMANCE_LOSE_MASKED_URL: "yes" })).toEqual([true, true]);
});

test("the profile comes from a flag, a variable or the default", () => {
  expect(requestedProfile({}, {})).toBe("reference");
  expect(requestedProfile({}, { CONFORMANCE_PROFILE: "sandbox" })).toBe("sandbox");
  expect(requestedProfile({ profile: "a.yaml" }, { CONFORMANCE_PROFILE: "sandbox" })).toBe("a.yaml");
  expect(() => requestedProfile({ profile: "" }, {})).toThrow("--profile  expected at least 1 character");
});
