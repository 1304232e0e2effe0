import { expect, test } from "vitest";
import { wrongRedirects } from "./wrong-redirects.ts";

test("redirect URIs differ in one respect, and in the port of a loopback address never", () => {
  expect(wrongRedirects("https://us.example/callback").map(({ uri }) => uri)).toEqual([
    "https://us.example/callback/more",
    "https://us.example/conformance-elsewhere",
    "https://us.example/CALLBACK",
    "https://stranger.example/callback",
    "https://us.example.stranger.example/callback",
    "https://other.us.example/callback",
  ]);
  const loopback = wrongRedirects("http://127.0.0.1:8765/callback").map(({ uri }) => new URL(uri));
  expect(loopback.filter(({ hostname, port }) => hostname === "127.0.0.1" && port !== "8765")).toEqual([]);
  expect(wrongRedirects("com.example.app:/callback").map(({ uri }) => uri)).not.toContain(
    "https://stranger.example/callback",
  );
});
