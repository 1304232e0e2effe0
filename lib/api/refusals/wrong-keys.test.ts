import { expect, test } from "vitest";
import { isHexadecimal, WRONG_KEYS } from "./wrong-keys.ts";

const { truncated, extended, caseChanged, oneCharacterOff, unknown } = WRONG_KEYS;
const claims = { signature: true, timestampToleranceSeconds: undefined, nonceSingleUse: false };

/** The keys that are sent instead of one that is the only issued one. */
async function keysIn(table: typeof unknown, key: string): Promise<readonly (string | undefined)[]> {
  const offences = table({ merchant: { apiKey: key, name: "alpha" }, issuedKeys: new Set([key]), claims });
  const sent = offences.map(async ({ tamper }) => tamper({ apiKey: key }, async () => ""));
  return (await Promise.all(sent)).map(({ apiKey }) => apiKey);
}

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

test.for(CONSECUTIVE)("no altered key is one of the consecutive keys %s, %s, ...", async (...[issued]) => {
  for (const table of [truncated, extended, caseChanged, oneCharacterOff, unknown])
    for (const key of issued) {
      const altered = await keysIn(table, key);
      expect(altered.filter((one) => one !== undefined && issued.includes(one))).toEqual([]);
    }
});

test.for(["key-a", "12345678", "sk_live_0Z", "2F9A"])(
  "a wrong character of %s leaves its length as it is",
  async (key) => {
    const altered = await keysIn(oneCharacterOff, key);
    expect(altered.map((one) => one?.length)).toEqual([key.length, key.length, key.length]);
  },
);

test("no issued key is sent as a wrong one", () => {
  const merchant = { apiKey: "key-1", name: "alpha" };
  const offences = truncated({ merchant, issuedKeys: new Set(["key-1", "key-"]), claims });
  expect(offences).toHaveLength(truncated({ merchant, issuedKeys: new Set(["key-1"]), claims }).length - 1);
});
