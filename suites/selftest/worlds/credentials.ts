import type { WireAnswer } from "../../../lib/http/transport.ts";
import { changing } from "../../../lib/reference/changes.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import { profiles } from "../judge-target.ts";
import { keyOf, type MakeFront, page, rejection } from "./fronts.ts";
import type { World } from "./world.ts";

const { auth } = profiles.signed;
const CHANGED_KEYS = ["api-key.one-character-off", "api-key.truncated", "api-key.extended"];

const SIMILAR: Readonly<Record<string, readonly [alpha: string, beta: string]>> = {
  "in the last character": ["sandbox-key-a", "sandbox-key-b"],
  "in their length": ["sandbox-key", "sandbox-keyx"],
  "in letter case": ["sandbox-key", "SANDBOX-KEY"],
  "in a second half": ["sandbox-key-a", "sandbox-key-a-and-more"],
  "in a first half": ["sandbox-key-a", "sandbox"],
};
const CONSECUTIVE: Readonly<Record<string, readonly string[]>> = {
  letters: ["key-a", "key-b", "key-c", "key-d", "key-e", "key-f"],
  numbers: Array.from({ length: 12 }, (_, index) => `key-${index + 1}`),
  "padded numbers": Array.from({ length: 9 }, (_, index) => `SANDBOX-KEY-000${index + 1}`),
};
/** Letter case need not count in hexadecimal digits. It does in words. */
const LETTER_CASE: Readonly<Record<string, readonly [alpha: string, beta: string, failed: boolean]>> = {
  UUIDs: ["2f9a41c0-7d3e-4b58-9c6f-0a1b2c3d4e5f", "7c1de0a9-2b4f-4e63-8d70-9f8e7d6c5b4a", false],
  hexadecimal: ["2f9a41c07d3e4b589c6f0a1b2c3d4e5f", "7c1de0a92b4f4e638d709f8e7d6c5b4a", false],
  words: ["alpha-key-of-words", "beta-key-of-words", true],
};

function pair(alpha: string, beta: string) {
  return {
    merchants: [
      { name: "alpha", apiKey: alpha },
      { name: "beta", apiKey: beta },
    ],
  };
}

/** The signature of this deployment covers the query string, which no operation needs. */
const overQueryString = {
  auth: {
    ...auth,
    ...(auth.signature && {
      signature: { ...auth.signature, payload: "{method}\n{path}?{query}\n{timestamp}\n{nonce}\n{body}" },
    }),
  },
};

/** Locks a key out for so long after five rejected credentials within 30 s. */
function lockOutKeys(ms: number, locked: WireAnswer): MakeFront {
  return ({ now }) => {
    const rejectedAt = new Map<string, readonly number[]>();
    const until = new Map<string, number>();
    return async (request, next) => {
      const key = keyOf(request);
      if ((until.get(key) ?? 0) > now()) return locked;
      const answer = await next(request);
      if (answer.status !== 401) return answer;
      const recent = [...(rejectedAt.get(key) ?? []).filter((at) => at > now() - 30_000), now()];
      rejectedAt.set(key, recent.length < 5 ? recent : []);
      if (recent.length >= 5) until.set(key, now() + ms);
      return answer;
    };
  };
}

/** Each refusal repeats the key of its request behind a mask, which hides characters at one end. */
function repeatingKeys(mask: (key: string) => string): MakeFront {
  return () => async (request, next) => {
    const answer = await next(request);
    return answer.status === 401 ? rejection(40101, 401, `no merchant has ${mask(keyOf(request))}`) : answer;
  };
}

export const ofCredentials: readonly World[] = [
  ...[(key: string) => `${key.slice(0, -2)}...`, (key: string) => `****${key.slice(4)}`].map(
    (mask): World => ({
      name: `a target whose refusals repeat keys as ${mask("1234567890")}`,
      front: repeatingKeys(mask),
      expected: {},
    }),
  ),
  ...Object.entries(SIMILAR).map(([how, [alpha, beta]]): World => ({
    name: `merchants whose keys differ only ${how}`,
    facts: pair(alpha, beta),
    depth: "standard",
    expected: { passed: ["api-key.one-character-off"] },
  })),
  ...Object.entries(CONSECUTIVE).map(([what, keys]): World => {
    const [first = { name: "", apiKey: "" }, ...others] = keys.map((apiKey, index) => ({
      name: `merchant-${index}`,
      apiKey,
    }));
    return {
      name: `merchants that the profile does not name, with consecutive ${what} as keys`,
      facts: { merchants: [first] },
      unseen: others,
      selectors: ["api-key"],
      expected: { passed: CHANGED_KEYS },
    };
  }),
  ...Object.entries(LETTER_CASE).map(([what, [alpha, beta, isFailure]]): World => ({
    name: `a target that ignores the letter case of keys that are ${what}`,
    mutant: "ignores-the-letter-case-of-the-key",
    facts: pair(alpha, beta),
    expected: isFailure ? { failedToo: ["api-key.case-changed"] } : {},
  })),
  {
    name: "a target that signs the query string too",
    mode: "signed",
    selectors: ["signature"],
    facts: overQueryString,
    expected: { passed: ["signature.covers-path"] },
  },
  {
    name: "a target that says so, and ignores the query string",
    mode: "signed",
    selectors: ["signature"],
    facts: overQueryString,
    mutant: mutant(
      "signs-no-query-string",
      "signature.covers-path",
      changing("signature.signedParts", (parts) => ({ ...parts, query: "" })),
    ),
    expected: { failed: ["signature.covers-path"] },
  },
  ...[rejection(40102, 401), page(429, 5)].map((locked): World => ({
    name: `a target that locks a key out for 5 s with HTTP ${locked.status}, after five wrong signatures within 30 s`,
    mode: "signed",
    front: lockOutKeys(5_000, locked),
    selectors: ["auth", "webhook"],
  })),
];
