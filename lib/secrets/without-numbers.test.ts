import { expect, test } from "vitest";
import { withoutNumbers } from "./without-numbers.ts";

test.for([
  ["4111111111111111", "…"],
  ["x-4111-1111 1111.1111-y", "x-…-y"],
  ["otp730194", "otp…"],
  ["7301", "…"],
  ["730", "…"],
  ["x-hub-signature-256", "x-hub-signature-256"],
  ["occurredAt", "occurredAt"],
  ["iso8601", "iso8601"],
  ["12", "12"],
] as const)("%s is shown as %s", ([name, shown]) => {
  expect(withoutNumbers(name)).toBe(shown);
});
