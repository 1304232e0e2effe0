import { expect, test } from "vitest";
import { findingLine } from "./finding.ts";

test("an address by IPv6 stays readable, and a command of a build server does not work", () => {
  const text = "::1 is an IP address\n::error::x";
  const line = findingLine({ state: "well", subject: "name", text }, (_style, painted) => painted);
  expect(line).toBe(String.raw`✓ name         ::1 is an IP address\n::error::x`);
});
