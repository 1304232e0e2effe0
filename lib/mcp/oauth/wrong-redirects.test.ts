import { expect, test } from "vitest";
import { furtherWrongRedirects, wrongRedirects, wrongRedirectsWithFault } from "./wrong-redirects.ts";

const uris = (list: readonly { readonly uri: string }[]) => list.map(({ uri }) => uri);

test("redirect URIs differ in one respect, and in the port of a loopback address never", () => {
  expect(uris(wrongRedirects("https://us.example/callback"))).toEqual([
    "https://us.example/callback/more",
    "https://stranger.example/callback",
    "https://us.example/conformance-elsewhere",
    "https://us.example/CALLBACK",
    "https://us.example.stranger.example/callback",
    "https://other.us.example/callback",
  ]);
  const loopback = wrongRedirects("http://127.0.0.1:8765/callback").map(({ uri }) => new URL(uri));
  expect(loopback.filter(({ hostname, port }) => hostname === "127.0.0.1" && port !== "8765")).toEqual([]);
});

test("a query stays a query, and a URI without a path keeps its host", () => {
  expect(uris(wrongRedirects("https://us.example:8443/cb?app=1"))).toEqual([
    "https://us.example:8443/cb?app=1&more=1",
    "https://us.example:8443/cb/more?app=1",
    "https://stranger.example/cb?app=1",
    "https://us.example:8443/conformance-elsewhere?app=1",
    "https://us.example:8443/CB?app=1",
    "https://us.example.stranger.example:8443/cb?app=1",
    "https://other.us.example:8443/cb?app=1",
  ]);
  expect(uris(wrongRedirects("https://us.example")).slice(0, 2)).toEqual([
    "https://us.example/more",
    "https://stranger.example",
  ]);
});

test("further redirect URIs differ in the port, the name of the host, a dot, the user, or behind the path", () => {
  expect(uris(furtherWrongRedirects("https://us.example/cb"))).toEqual([
    "https://us.example:8443/cb",
    "https://us-example/cb",
    "https://conformance@us.example/cb",
    "https://us.example@stranger.example/cb",
    "http://us.example/cb",
    "https://us.example/cb?more=1",
    "https://us.example/cb/",
    "https://us.example/cb/../conformance-elsewhere",
    "https://us.example/c%62",
    "https://us.example/cb#conformance",
  ]);
  expect(uris(furtherWrongRedirects("http://127.0.0.1:8765/cb"))[0]).toBe("http://localhost:8765/cb");
  expect(uris(furtherWrongRedirects("http://localhost/cb"))[0]).toBe("http://127.0.0.1/cb");
});

test("no redirect URI is the registered one in another spelling of its empty path", () => {
  const all = [...wrongRedirects("https://us.example"), ...furtherWrongRedirects("https://us.example")];
  expect(uris(all)).not.toContain("https://us.example/");
  expect(uris(all).filter((uri) => !URL.canParse(uri))).toEqual([]);
});

test("a scheme of an app has no other hosts", () => {
  for (const registered of ["com.example.app:/callback", "app://callback"]) {
    const all = [...wrongRedirects(registered), ...furtherWrongRedirects(registered)];
    expect(uris(all).filter((uri) => uri.includes("stranger"))).toEqual([]);
    expect(uris(all).filter((uri) => !uri.startsWith(registered.split(":")[0] ?? ""))).toEqual([]);
  }
});

test("a second fault comes with another host if there are hosts", () => {
  const [first, ...others] = wrongRedirectsWithFault("https://us.example/callback");
  const parameters = new URLSearchParams({ code_challenge: "any", code_challenge_method: "S256" });
  first?.change(parameters);
  parameters.delete("redirect_uri");
  expect([...parameters]).toEqual([]);
  expect(new Set(uris([...(first === undefined ? [] : [first]), ...others]))).toEqual(
    new Set(["https://stranger.example/callback"]),
  );
  expect(uris(wrongRedirectsWithFault("com.example.app:/callback"))[0]).toBe(
    "com.example.app:/callback/more",
  );
});
