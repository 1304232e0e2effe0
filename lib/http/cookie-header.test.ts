import { expect, test } from "vitest";
import { cookieHeader } from "./cookie-header.ts";

test("cookies are kept by name, without their attributes", () => {
  const headers = [
    ["Set-Cookie", "a=1; Path=/; HttpOnly"],
    ["Content-Type", "text/html"],
    ["set-cookie", "b=x=y"],
    ["set-cookie", "a=2"],
  ] as const;
  expect(cookieHeader(headers)).toBe("a=2; b=x=y");
});

test("answers without cookies make no header", () => {
  expect(
    cookieHeader([
      ["Content-Type", "text/html"],
      ["Set-Cookie", "; Secure"],
    ]),
  ).toBeUndefined();
});
