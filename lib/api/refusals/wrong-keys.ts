import type { Operation } from "../request/draft.ts";
import type { CredentialOffence } from "../request/offence.ts";
import { escapeOf } from "../request/detours.ts";
import type { CredentialOffences, SpoiltCaller } from "./caller.ts";

interface KeyHolder extends Pick<SpoiltCaller, "issuedKeys" | "claims" | "merchantId"> {
  readonly merchant: Pick<SpoiltCaller["merchant"], "apiKey" | "name">;
}

type WrongKeys = (holder: KeyHolder) => readonly CredentialOffence[];

/** A key that is sent instead of the valid one. */
interface WrongKey {
  /** Undefined: none is sent. */
  readonly key: string | undefined;
  /** Default: the name of its table. */
  readonly name?: string;
  /** The operations at which it is tried. Default: all. */
  readonly operations?: readonly Operation[];
}

/** One that is empty is taken for none. */
const WITHOUT = ["without an API key"];
const HEADER_TEXT = /^[\x21-\x7e]+$/;
const ALPHABETS = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The requests that an API key protects are refused with each of these. None of them is an issued key. */
export const WRONG_KEYS = {
  absent: wrongKeys("no API key", () => [{ key: undefined }], WITHOUT),
  empty: wrongKeys("an empty API key", () => [{ key: "" }], WITHOUT),
  /** Keys of the same shape, names of the merchant, and words that careless code takes for a key. */
  unknown: wrongKeys(
    "an unknown API key",
    (key, holder) => [
      { key: unknownKey(key) },
      ...words(holder),
      ...["k".repeat(300), "undefined", "null", "*", "%", "_".repeat(key.length)].map((one) => ({
        key: one,
      })),
      ...onQuery(".*", key.split("").toReversed().join("")),
    ],
    [],
  ),
  /** A number at either end goes as a whole: `key-1` may be issued where `key-12` is. */
  truncated: wrongKeys("a part of the API key", (key) => {
    const isNumber = /^\d+$/.test(key);
    return [
      { key: key.replace(isNumber ? /\d$/ : /(?:(?<!\d)\d+|\D)$/, "") },
      { key: key.replace(isNumber ? /^\d/ : /^(\d+|.)/, "") },
      { key: key.slice(0, Math.ceil(key.length / 2)) },
    ];
  }),
  /**
   * No digit follows a digit: `key-10` may be issued where `key-1` is. A number in hexadecimal may be written with separators
   * or without. In the last one, an escape stands for the first character.
   */
  extended: wrongKeys("the API key and more", (key) => [
    { key: `${key}${/\d$/.test(key) ? "z" : "0"}` },
    ...onQuery(`"${key}`),
    { key: `${/^\d/.test(key) ? "z" : "0"}${key}` },
    ...onQuery(
      `${key},x`,
      `${key};x`,
      `${key} x`,
      `${key}%20`,
      `${key}\xe9`,
      ...(isHexadecimal(key) ? [] : [`${key}-`]),
    ),
    ...onQuery(`${escapeOf(key.slice(0, 1))}${key.slice(1)}`),
  ]),
  caseChanged: wrongKeys("the API key in other letter case", (key) =>
    isHexadecimal(key)
      ? []
      : [key.toUpperCase(), key.toLowerCase(), swapFirstLetter(key)].map((changed) => ({ key: changed })),
  ),
  /** A digit becomes a letter: merchants may have consecutive numbers in their keys. */
  oneCharacterOff: wrongKeys("the API key with one wrong character", (key) => {
    const letter = /[A-Z]/.test(key) && !/[a-z]/.test(key) ? "C" : "c";
    return [key.length - 1, 0, Math.floor(key.length / 2)].map((at) => {
      const character = key[at] ?? "";
      const wrong = /\d/.test(character) ? letter : another(character);
      return { key: `${key.slice(0, at)}${wrong}${key.slice(at + 1)}` };
    });
  }),
} as const satisfies Readonly<Record<string, CredentialOffences>>;

/** The first key of each table: they show how far a fault reaches. */
export function keysOfEach(...tables: readonly WrongKeys[]): WrongKeys {
  return (holder) => tables.flatMap((table) => table(holder).slice(0, 1));
}

export const eachWrongKey = keysOfEach(...Object.values(WRONG_KEYS));

/** The first key of each table that sends one. Those come first that reveal most. */
export const eachUnknownKey = keysOfEach(
  WRONG_KEYS.unknown,
  WRONG_KEYS.empty,
  WRONG_KEYS.truncated,
  WRONG_KEYS.extended,
  WRONG_KEYS.oneCharacterOff,
  WRONG_KEYS.caseChanged,
);

/** A call without an API key, over a connection of its own. */
export const WITHOUT_KEY: CredentialOffence & { readonly lane: string } = {
  ...withKey("no API key", undefined, WITHOUT),
  lane: "impostor-refused key",
};

/** A call with an API key that was never issued, for calls that change things for good. */
export const UNKNOWN_KEY = withKey("an unknown API key", "conformance-unknown-key-5e0b7d19c4");

/** A key of the same shape, half an alphabet away in each character: merchants may have consecutive keys. */
export function unknownKey(key: string): string {
  return key.replaceAll(/./g, (character) => another(character));
}

/** Such a key may stand for a number, whose letter case does not count: a UUID is one. */
function isHexadecimal(key: string): boolean {
  return /^[\da-f]+(-[\da-f]+)*$/i.test(key);
}

/** A request with another key. Undefined: with none. */
function withKey(name: string, apiKey: string | undefined, wrong: readonly string[] = []): CredentialOffence {
  return { name, expects: "refused key", tamper: (valid) => ({ ...valid, apiKey, wrong }) };
}

function wrongKeys(
  name: string,
  corrupt: (key: string, holder: KeyHolder) => readonly WrongKey[],
  wrong: readonly string[] = [name],
): WrongKeys {
  return (holder) =>
    corrupt(holder.merchant.apiKey, holder)
      .filter(({ key }) => key === undefined || !holder.issuedKeys.has(key))
      .map(({ key, operations, ...own }) => ({
        ...withKey(own.name ?? name, key, wrong),
        ...(operations !== undefined && { operations }),
      }));
}

/** One operation is enough, because a server reads the key in one place. */
function onQuery(...keys: readonly string[]): readonly WrongKey[] {
  return keys.map((key) => ({ key, operations: ["query"] }));
}

/** Neither a merchantId nor a name is a key. In signed mode a key is not a secret either. */
function words({ merchant, merchantId, claims }: KeyHolder): readonly WrongKey[] {
  if (claims.signature || merchantId === undefined) return [];
  const name = typeof merchantId === "string" ? merchantId : merchant.name;
  const named: readonly (readonly [name: string, key: unknown])[] = [
    ["the merchantId for an API key", merchantId],
    ["the name of the merchant for an API key", merchant.name],
    ["the digit 0 for an API key", "0"],
    ["the word true for an API key", "true"],
    ["a name and a password for an API key", `${name}:password`],
  ];
  return named.flatMap(([as, key]) =>
    typeof key === "string" && HEADER_TEXT.test(key) ? [{ key, name: as, operations: ["query"] }] : [],
  );
}

function swapFirstLetter(key: string): string {
  return key.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Another character of the same class, half an alphabet away. */
function another(character: string): string {
  for (const alphabet of ALPHABETS) {
    const at = alphabet.indexOf(character);
    if (at >= 0) return alphabet[(at + alphabet.length / 2) % alphabet.length] ?? "";
  }
  return character === "-" ? "_" : "-";
}
