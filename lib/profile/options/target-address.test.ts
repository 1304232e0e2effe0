import { expect, test } from "vitest";
import { targetAddress } from "./target-address.ts";

test.each([
  "http://127.0.0.1:4010",
  "http://127.0.0.1:4010//",
  "http://localhost:4010",
  "http://LOCALHOST.:4010/",
  "http://127.1:4010",
  "http://127.0.0.2:4010",
  "http://2130706433:4010",
  "http://0x7f.1:4010",
  "http://[::1]:4010",
  "http://[0:0:0:0:0:0:0:1]:4010",
  "http://[::ffff:127.0.0.1]:4010",
  "http://0.0.0.0:4010",
  "http://[::]:4010",
])("loopback has one name: %s", (baseUrl) => {
  expect(targetAddress(baseUrl)).toBe("http://127.0.0.1:4010");
});

test.each([
  "https://issuer.example/api",
  "https://ISSUER.example:443/api/",
  "https://issuer.example./api//",
  "HTTPS://issuer.example/x/../api",
])("a host has one name: %s", (baseUrl) => {
  expect(targetAddress(baseUrl)).toBe("https://issuer.example/api");
});

test.each([
  ["http://127.0.0.1:4010", "http://127.0.0.1:4011"],
  ["http://a.localhost:4010", "http://b.localhost:4010"],
  ["https://issuer.example/a", "https://issuer.example/A"],
  ["https://issuer.example", "https://other.example"],
])("%s and %s are two targets", (one, other) => {
  expect(targetAddress(one)).not.toBe(targetAddress(other));
});

test("an invalid URL stays as it is", () => {
  expect(targetAddress("embedded")).toBe("embedded");
});
