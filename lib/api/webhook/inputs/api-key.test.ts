import { expect, test } from "vitest";
import { isHexadecimal } from "./api-key.ts";

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
