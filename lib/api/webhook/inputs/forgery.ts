import type { Credentials, Resign, Tamper } from "../../request/draft.ts";
import type { CredentialOffence } from "../../request/offence.ts";
import { InapplicableError } from "../../../engine/verdict.ts";

type Component = "timestamp" | "nonce" | "signature";

/** The component is not sent, or sent empty; the signature stays the one made with it, or is made for nothing in its place. */
export function missingComponent(component: Component): CredentialOffence[] {
  const kept = [
    forgedSignature(`no ${component}`, (valid) => ({ ...valid, [component]: undefined })),
    forgedSignature(`an empty ${component}`, (valid) => ({ ...valid, [component]: "" })),
  ];
  if (component === "signature") return [...kept, nothingSigned];
  const resigned = [undefined, ""].map((value) =>
    forgedSignature(
      `${value === "" ? "an empty" : "no"} ${component}, signed without it`,
      async (valid, resign) => ({
        ...valid,
        [component]: value,
        signature: await resign(() => ({ [component]: "" })),
      }),
    ),
  );
  return [...kept, ...resigned];
}

const nothingSigned = forgedSignature("no timestamp, no nonce and no signature", ({ apiKey }) => ({
  apiKey,
}));

/** Signatures that are wrong in some characters, or in all. */
export const wrongSignatures: readonly CredentialOffence[] = [
  forgedSignature("a signature with another first character", (valid) =>
    withSignature(valid, (text) => changeAt(text, 0)),
  ),
  forgedSignature("a signature with another character in the middle", (valid) =>
    withSignature(valid, (text) => changeAt(text, Math.floor(text.length / 2))),
  ),
  forgedSignature("a signature that is wrong throughout", (valid) =>
    withSignature(valid, (text) => text.replaceAll(/[0-9a-z]/gi, (character) => following(character))),
  ),
  forgedSignature("a signature made with an empty secret", async (valid, resign) =>
    madeWith("", valid, resign),
  ),
  forgedSignature("a signature made with the API key for a secret", async (valid, resign) =>
    madeWith(valid.apiKey ?? "", valid, resign),
  ),
  forgedSignature("zeros for a signature", (valid) =>
    withSignature(valid, (text) => text.replaceAll(/[0-9a-z]/gi, "0")),
  ),
  forgedSignature("a signature with another last character", (valid) =>
    withSignature(valid, (text) => changeAt(text, lastTelling(text))),
  ),
  ...["null", "undefined", "0"].map((word): CredentialOffence => ({
    ...forgedSignature(`the word ${word} for a signature`, (valid) => ({ ...valid, signature: word })),
    operations: ["query"],
  })),
  forgedSignature("a word for a signature", (valid) => ({ ...valid, signature: "not-a-signature" })),
];

/** Signatures with nearly the right secret, and without a secret. One operation is enough: a server reads the secret in one place. */
export function nearlySigned(secret: string): readonly CredentialOffence[] {
  return [
    signedBy("a hash without a secret for a signature", null),
    signedBy("a signature made with the secret without its last character", secret.slice(0, -1)),
    signedBy("a signature made with the secret and one character more", `${secret}0`),
  ];
}

function signedBy(name: string, by: string | null): CredentialOffence {
  return {
    ...forgedSignature(name, async (valid, resign) => madeWith(by, valid, resign)),
    operations: ["query"],
  };
}

/** Where such a secret makes no signature, or the right one, a wrong one takes its place. */
async function madeWith(secret: string | null, valid: Credentials, resign: Resign): Promise<Credentials> {
  const signature = await resign(() => ({}), secret).catch(() => undefined);
  return signature === undefined || signature === valid.signature
    ? withSignature(valid, (text) => changeAt(text, Math.floor(text.length / 2)))
    : { ...valid, signature };
}

/** Parts of the right signature, and the right one with more behind it. */
export const partialSignatures: readonly CredentialOffence[] = [
  forgedSignature("the first 8 characters of the signature", (valid) =>
    withSignature(valid, (text) => text.slice(0, 8)),
  ),
  forgedSignature("the first half of the signature", (valid) =>
    withSignature(valid, (text) => text.slice(0, Math.floor(text.length / 8) * 4)),
  ),
  {
    ...forgedSignature("the last half of the signature", (valid) =>
      withSignature(valid, (text) => text.slice(Math.ceil(text.length / 8) * 4)),
    ),
    operations: ["query"],
  },
  forgedSignature("the signature without its last 8 characters", (valid) =>
    withSignature(valid, (text) => text.slice(0, -8)),
  ),
  forgedSignature("the signature and 8 characters more", (valid) =>
    withSignature(valid, (text) =>
      isHexadecimal(text) ? `${text}${text.slice(0, 8)}` : `${text.slice(0, 8)}${text}`,
    ),
  ),
];

/** The signature was made for a request that differs in one part. @throws {InapplicableError} where it does not cover the part. */
export function signedFor(name: string, change: Parameters<Parameters<Tamper>[1]>[0]): CredentialOffence {
  return forgedSignature(name, async (valid, resign) => {
    const signature = await resign(change);
    if (signature === valid.signature) throw notCovered();
    return { ...valid, signature };
  });
}

/** Credentials of an earlier request with a change. @throws {InapplicableError} where their signature is right even so. */
export function reuseCredentials(
  used: Credentials,
  change: (valid: Credentials) => Partial<Credentials>,
): Tamper {
  return async (valid, resign) => {
    const sent = { ...used, ...change(valid) };
    const { timestamp = "", nonce = "" } = sent;
    if ((await resign(() => ({ timestamp, nonce }))) === used.signature) throw notCovered();
    return sent;
  };
}

function notCovered(): InapplicableError {
  return new InapplicableError("The signature of this deployment does not cover that part.");
}

/** Timestamps that are no integers, with a signature that is right for them. */
export const nonIntegerTimestamps: readonly CredentialOffence[] = [
  withTimestamp("a timestamp with a fraction", (text) => `${text}.5`),
  withTimestamp("a word for a timestamp", () => "now"),
  withTimestamp("the date and time for a timestamp", dateAndTime),
];

/** Fewer digits count seconds. */
const DIGITS_OF_MILLISECONDS = 12;

/** The moment that a timestamp in seconds or milliseconds stands for. */
function dateAndTime(text: string): string {
  const count = Number(text);
  return new Date(text.length < DIGITS_OF_MILLISECONDS ? count * 1000 : count).toISOString();
}

/** The request carries another timestamp, with a signature that is right for it. */
export function withTimestamp(name: string, make: (text: string) => string): CredentialOffence {
  return forgedSignature(name, async (valid, resign) => {
    const timestamp = make(valid.timestamp ?? "");
    return { ...valid, timestamp, signature: await resign(() => ({ timestamp })) };
  });
}

/** The request carries a nonce used before, with a timestamp and a signature of its own. */
export function withNonce(name: string, nonce: string): CredentialOffence {
  return forgedSignature(name, async (valid, resign) => ({
    ...valid,
    nonce,
    signature: await resign(() => ({ nonce })),
  }));
}

/** A way to spoil signed credentials in one component. */
export function forgedSignature(name: string, tamper: Tamper): CredentialOffence {
  return { name, tamper, expects: "refused signature" };
}

function withSignature(valid: Credentials, make: (text: string) => string): Credentials {
  return { ...valid, signature: make(valid.signature ?? "") };
}

/** Lenient decoders of base64 stop at the padding, and what follows it says nothing. */
function isHexadecimal(text: string): boolean {
  return /^[0-9a-f]+$/i.test(text);
}

/** The place of the last character of which every bit counts: that is so of the first of each four of base64. */
function lastTelling(text: string): number {
  return isHexadecimal(text) ? text.length - 1 : Math.floor((text.replaceAll("=", "").length - 1) / 4) * 4;
}

function changeAt(text: string, at: number): string {
  return `${text.slice(0, at)}${next(text[at] ?? "0")}${text.slice(at + 1)}`;
}

/** Another character of the same class, and of hex where it is one of hex. */
function following(character: string): string {
  const wrapped = { "9": "0", f: "a", F: "A", z: "g", Z: "G" }[character];
  return wrapped ?? String.fromCharCode(character.charCodeAt(0) + 1);
}

/** Another character that hex and base64 both admit. */
function next(character: string): string {
  return character === "0" ? "1" : "0";
}
