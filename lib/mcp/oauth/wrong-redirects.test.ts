import { expect, test } from "vitest";
import { furtherWrongRedirects, wrongRedirects } from "./wrong-redirects.ts";

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
