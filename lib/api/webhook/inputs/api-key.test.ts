import { expect, test } from "vitest";
import { caseChanged, extended, isHexadecimal, oneCharacterOff, truncated, unknown } from "./api-key.ts";

test.for(["2f9a6c1e-0b7d-4c1a-9d55-0a1b2c3d4e5f", "DEADBEEF00", "12345678"])(
  "the letter case of %s need not count",
  (key) => {
    expect(isHexadecimal(key)).toBe(true);
  },
);

test.for(["key-of-alpha", "sk_live_2f9a", "deadbeefg", "-2f9a", ""])(
  "the letter case of %s counts",
  (key) => {
    expect(isHexadecimal(key)).toBe(false);
  },
);

const CONSECUTIVE: readonly (readonly string[])[] = [
  ["key-a", "key-b", "key-c", "key-d", "key-e", "key-f"],
  Array.from({ length: 30 }, (_, index) => `key-${index + 1}`),
  Array.from({ length: 30 }, (_, index) => `${index + 1}-key`),
  Array.from({ length: 30 }, (_, index) => `SANDBOX-${String(index + 1).padStart(4, "0")}`),
  Array.from({ length: 9 }, (_, index) => `00000000-0000-4000-8000-00000000000${index + 1}`),
  ["1111", "2222", "3333", "4444"],
];

test.for(CONSECUTIVE)("no altered key is one of the consecutive keys %s, %s, ...", (...[issued]) => {
  for (const corrupt of [truncated, extended, caseChanged, oneCharacterOff, unknown])
    expect(issued.flatMap((key) => corrupt(key)).filter((key) => issued.includes(key))).toEqual([]);
});

test.for(["key-a", "12345678", "sk_live_0Z", "2F9A"])("every altered form of %s is another key", (key) => {
  for (const corrupt of [truncated, extended, oneCharacterOff, unknown]) {
    expect(corrupt(key)).not.toContain(key);
    expect(oneCharacterOff(key).every((wrong) => wrong.length === key.length)).toBe(true);
  }
});
