import { expect, test } from "vitest";
import { withEnvironmentProxy } from "./environment-proxy.ts";
import { loadProfile } from "../load/load-profile.ts";
import { OptionsError } from "./options-error.ts";

const { profile } = await loadProfile("reference", {});

function proxyOf(baseUrl: string, env: Record<string, string>, own: string | null = null): string | null {
  return withEnvironmentProxy({ ...profile, baseUrl, target: { ...profile.target, proxy: own } }, env).target
    .proxy;
}

const https = "https://api.issuer.example";

test.each<[string, Record<string, string>, string | null]>([
  [https, { HTTPS_PROXY: "http://proxy.example:3128" }, "http://proxy.example:3128/"],
  [https, { HTTPS_PROXY: "http://a.example", https_proxy: "http://b.example" }, "http://b.example/"],
  [https, { HTTPS_PROXY: "http://a.example", https_proxy: "" }, null],
  [https, { HTTPS_PROXY: "proxy.example:3128" }, "http://proxy.example:3128/"],
  [https, { HTTP_PROXY: "http://proxy.example" }, null],
  ["http://api.issuer.example", { HTTP_PROXY: "http://proxy.example" }, "http://proxy.example/"],
  ["https://127.0.0.1:8443", { HTTPS_PROXY: "http://proxy.example" }, null],
  ["https://localhost", { HTTPS_PROXY: "http://proxy.example" }, null],
])("%s with %j is reached by %s", (baseUrl, env, proxy) => {
  expect(proxyOf(baseUrl, env)).toBe(proxy);
});

test.each([
  ["*", true],
  ["api.issuer.example", true],
  ["issuer.example", true],
  [".issuer.example", true],
  ["*.issuer.example", true],
  ["API.Issuer.Example", true],
  ["other.example, issuer.example", true],
  ["other.example issuer.example", true],
  ["issuer.example:443", true],
  ["issuer.example:8443", false],
  ["suer.example", false],
  ["pi.issuer.example", false],
  ["", false],
])("NO_PROXY=%s exempts: %s", (noProxy, exempt) => {
  const proxy = proxyOf(https, { HTTPS_PROXY: "http://proxy.example", NO_PROXY: noProxy });
  expect(proxy === null).toBe(exempt);
});

test("the proxy of the profile wins over the environment", () => {
  expect(proxyOf(https, { HTTPS_PROXY: "http://a.example", NO_PROXY: "*" }, "http://own.example")).toBe(
    "http://own.example",
  );
});

const reach = () => proxyOf(https, { HTTPS_PROXY: "socks5://user:hush@proxy.example" });

test("a proxy of another kind is refused, without showing its password", () => {
  expect(reach).toThrow(OptionsError);
  expect(reach).toThrow(/HTTPS_PROXY/);
  expect(reach).not.toThrow(/hush/);
});
