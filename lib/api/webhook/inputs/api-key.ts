import type { CredentialOffence } from "../../request/offence.ts";
import type { RefusedCredentials } from "../standing-refusal.ts";

/** Keys that differ from a valid one in one way, by what is done to it. */
export type Corruption = (key: string) => readonly string[];

/** A number at either end goes as a whole: `key-1` may be issued where `key-12` is. */
export const truncated: Corruption = (key) => {
  const isNumber = /^\d+$/.test(key);
  return [
    key.replace(isNumber ? /\d$/ : /(?:(?<!\d)\d+|\D)$/, ""),
    key.replace(isNumber ? /^\d/ : /^(\d+|.)/, ""),
    key.slice(0, Math.ceil(key.length / 2)),
  ];
};

/** No digit follows a digit: `key-10` may be issued where `key-1` is. */
export const extended: Corruption = (key) => [
  `${key}${/\d$/.test(key) ? "z" : "0"}`,
  `${/^\d/.test(key) ? "z" : "0"}${key}`,
  `${key}${key}`,
];

/** The key and punctuation. A number in hexadecimal may be written with separators or without. */
export const punctuated: Corruption = (key) => [
  `"${key}`,
  `${key};x`,
  `${key}:x`,
  `${key} x`,
  ...(isHexadecimal(key) ? [] : [`${key}-`]),
];

export const caseChanged: Corruption = (key) =>
  [key.toUpperCase(), key.toLowerCase(), swapFirstLetter(key)].filter((changed) => changed !== key);

/** Such a key may stand for a number, whose letter case does not count: a UUID is one. */
export function isHexadecimal(key: string): boolean {
  return /^[\da-f]+(-[\da-f]+)*$/i.test(key);
}

/** A digit becomes a letter: merchants may have consecutive numbers in their keys. */
export const oneCharacterOff: Corruption = (key) => {
  const letter = /[A-Z]/.test(key) && !/[a-z]/.test(key) ? "C" : "c";
  return [key.length - 1, 0, Math.floor(key.length / 2)].map((at) => {
    const character = key[at] ?? "";
    const wrong = /\d/.test(character) ? letter : another(character);
    return `${key.slice(0, at)}${wrong}${key.slice(at + 1)}`;
  });
};

/** A key with more behind it, which no merchant of the profile has. */
export function unissuedKey(key: string, issuedKeys: ReadonlySet<string>): string {
  const longer = `${key}x`;
  return issuedKeys.has(longer) ? unissuedKey(longer, issuedKeys) : longer;
}

/** Keys of the same shape, and words that careless code takes for a key. */
export const unknown: Corruption = (key) => [
  key.replaceAll(/./g, (character) => another(character)),
  "k".repeat(300),
  "undefined",
  "null",
  "*",
  "%",
  "_".repeat(key.length),
];

export function withKey(name: string, apiKey: string): CredentialOffence {
  return { name, expects: "refused key", tamper: (valid) => ({ ...valid, apiKey }) };
}

/** Keys that are corrupted in one way, of whichever merchant. None of them is issued. */
export function withKeys(name: string, corrupt: Corruption): RefusedCredentials {
  return ({ merchant, issuedKeys }) =>
    unissuedKeys(merchant.apiKey, corrupt, issuedKeys).map((key) => withKey(name, key));
}

/** Corrupts a key. Leaves out the results that are issued keys. */
export function unissuedKeys(
  key: string,
  corrupt: Corruption,
  issuedKeys: ReadonlySet<string>,
): readonly string[] {
  return corrupt(key).filter((wrong) => !issuedKeys.has(wrong));
}

/** One operation is enough, because a server reads the key in one place. */
export function onlyOnQuery(offence: CredentialOffence): CredentialOffence {
  return { ...offence, operations: ["query"] };
}

function swapFirstLetter(key: string): string {
  return key.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Another character of the same class, half an alphabet away: merchants may have consecutive keys. */
function another(character: string): string {
  for (const alphabet of ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]) {
    const at = alphabet.indexOf(character);
    if (at >= 0) return alphabet[(at + alphabet.length / 2) % alphabet.length] ?? "";
  }
  return character === "-" ? "_" : "-";
}
