import { expect, test } from "vitest";
import { UnreturnedError } from "../../../engine/record/verdict.ts";
import { storesNoOtherUrl } from "./stores-no-other-url.ts";

const BEHIND = "https://callback.example/a";

test.for([
  BEHIND,
  ` ${BEHIND}`,
  "https:callback.example/a",
  "https://call\tback.example/a",
  "HTTPS://callback.example/a",
])("%j leads to the URL behind it", (callbackUrl) => {
  expect(() => storesNoOtherUrl({ callbackUrl }, BEHIND, "a tab in the host")).not.toThrow();
});

test.for([
  ["https://call back.example/a", "which is no HTTPS URL by RFC 3986, nor for `new URL`"],
  ["https://callback.example/", "which is another URL"],
  ["https://other.example/a", "which is another URL"],
  ["http://callback.example/a", "which is no HTTPS URL by RFC 3986, nor for `new URL`"],
  [[BEHIND], "which is no string"],
] as const)("%j fails the target", ([callbackUrl, kind]) => {
  expect(() => storesNoOtherUrl({ callbackUrl }, BEHIND, "a tab in the host")).toThrow(
    `expected a tab in the host to be refused, or "${BEHIND}" to be stored, got it is accepted, and query returns ${JSON.stringify(callbackUrl)}, ${kind}`,
  );
});

test("a callback URL that is not returned decides nothing", () => {
  expect(() => storesNoOtherUrl({ status: 1 }, BEHIND, "a tab in the host")).toThrow(UnreturnedError);
});
