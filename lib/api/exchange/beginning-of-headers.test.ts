import { expect, test } from "vitest";
import { beginningOfHeaders } from "./beginning-of-headers.ts";

const asTheyAre = <T>(headers: T) => headers;

test("ordinary headers stay", () => {
  const headers = [["Date", "x"] as const, ["X-Id", "1"] as const];
  expect(beginningOfHeaders(headers, 100, asTheyAre)).toEqual(headers);
});

test("what is too long or too many is cut, and counted", () => {
  const many = Array.from({ length: 300 }, (_, at) => [`h${at}`, "1"] as const);
  expect(beginningOfHeaders(many, 100_000, asTheyAre).slice(199)).toEqual([
    ["h199", "1"],
    ["…", "100 more headers"],
  ]);
  const long = [["a", "1"] as const, ["b", "x".repeat(50_000)] as const, ["c", "3"] as const];
  expect(beginningOfHeaders(long, 1_000, asTheyAre)).toEqual([
    ["a", "1"],
    ["b", `${"x".repeat(998)}… (cut)`],
    ["…", "1 more headers"],
  ]);
});

test("a secret that the cut divides is taken out whole", () => {
  const secret = "secret-of-the-target";
  const redact = (headers: readonly (readonly [string, string])[]) =>
    headers.map(([name, value]) => [name, value.replaceAll(secret, "[redacted]")] as const);
  const [cut] = beginningOfHeaders([["a", `${"x".repeat(990)}${secret.repeat(2_000)}`]], 1_000, redact);
  expect(cut?.[1]).toMatch(/^x+\[redacted\]/);
  expect(cut?.[1]).not.toContain("secret-of");
});
