import { InapplicableError } from "../../engine/record/verdict.ts";
import type { Credentials, Operation, Resign, Tamper } from "../request/draft.ts";
import { ANOTHER_SECRET, type CredentialOffence, NONCE_USED } from "../request/offence.ts";
import type { CredentialOffences, SpoiltCaller } from "./caller.ts";

const OTHER_BODY = Buffer.from('{"callbackUrl":"https://other.callback.conformance.example/x"}');
const CHARACTERS = ["with other characters"];
/** One operation is enough where a server reads a value in one place. */
export const ON_QUERY: readonly Operation[] = ["query"];

/** Another signature of the same length, also for calls that change things for good. */
export const WRONG_SIGNATURE = changed("a signature that is wrong throughout", (text) =>
  text.replaceAll(/[0-9a-z]/gi, (character) => following(character)),
);

/** Signatures that are wrong in some characters, in all, or made with another secret. Those come first that reveal most. */
export const wrongSignatures: readonly CredentialOffence[] = [
  changed("a signature with another first character", (text) => changeAt(text, 0)),
  changed("a signature with another character in the middle", inTheMiddle, CHARACTERS),
  WRONG_SIGNATURE,
  signedBy("a signature made with an empty secret", () => "", []),
  signedBy("a signature made with the API key for a secret", ({ apiKey = "" }) => apiKey),
  changed("zeros for a signature", (text) => text.replaceAll(/[0-9a-z]/gi, "0")),
  changed("a signature with another last character", (text) => changeAt(text, lastTelling(text)), CHARACTERS),
  {
    ...changed("a signature in the other letter case", inOtherCase, ["in the other letter case"]),
    operations: ON_QUERY,
  },
  ...["null", "undefined", "0", "none"].map((word) => ({
    ...changed(`the word ${word} for a signature`, () => word),
    operations: ON_QUERY,
  })),
  changed("a word for a signature", () => "not-a-signature"),
];

/** The requests that a signature protects are refused with each of these, as far as the deployment claims to verify it. */
export const WRONG_SIGNATURES = {
  absent: () => [
    ...unsigned("signature"),
    forgedSignature("no timestamp, no nonce and no signature", ({ apiKey }) => ({ apiKey }), [
      "without signature",
      "without timestamp",
      "without nonce",
    ]),
  ],
  /** Few: each operation of an area is asked with them. */
  ofOperations: (caller) => [WRONG_SIGNATURE, ...unsigned("signature"), ...withOtherKeys(caller)],
  timestampAbsent: () => missing("timestamp"),
  nonceAbsent: () => missing("nonce"),
  wrong: ({ merchant: { secret = "" } }) => [
    ...wrongSignatures.slice(0, 1),
    ...nearlySigned(secret),
    ...wrongSignatures.slice(1),
  ],
  /** Parts of the right signature, and the right one with more behind it. */
  part: () => [
    partly("the first 8 characters of the signature", (text) => text.slice(0, 8)),
    partly("the first half of the signature", (text) => text.slice(0, Math.floor(text.length / 8) * 4)),
    {
      ...partly("the last half of the signature", (text) => text.slice(Math.ceil(text.length / 8) * 4)),
      operations: ON_QUERY,
    },
    partly("the signature without its last 8 characters", (text) => text.slice(0, -8)),
    /** Lenient decoders of base64 stop at the padding, and what follows it says nothing. */
    changed(
      "the signature and 8 characters more",
      (text) => (text.endsWith("=") ? `${text.slice(0, 8)}${text}` : `${text}${text.slice(0, 8)}`),
      ["with more around it"],
    ),
  ],
  otherSecret: ({ merchant, others }) =>
    others
      .filter(({ secret }) => secret !== merchant.secret)
      .map(({ secret = "" }) =>
        forgedSignature(
          "a signature made with another merchant's secret",
          async (valid, resign) => ({ ...valid, signature: await resign(() => ({}), secret) }),
          [ANOTHER_SECRET],
        ),
      ),
  otherKey: withOtherKeys,
  otherPath: () => [
    signedFor("a signature for another operation", ({ path }) => ({ path: ofAnotherOperation(path) })),
  ],
  otherMethod: () => [
    signedFor("a signature for the method GET", () => ({ method: "GET" })),
    { ...signedFor("a signature for the method PUT", () => ({ method: "PUT" })), operations: ON_QUERY },
  ],
  otherBody: () => [
    {
      ...signedFor("a signature for another body", () => ({ body: OTHER_BODY })),
      operations: ["register"],
    },
    signedFor("a signature for another body of the same length", ({ body }) => ({
      body: lastLetterChanged(body ?? OTHER_BODY),
    })),
    { ...signedForNoBody, operations: ["register"] },
  ],
  otherTimestamp: ({ timestamp: moment }) => {
    const earlier = moment(-1);
    return [
      signedFor("a signature for another timestamp", () => ({ timestamp: earlier })),
      signedFor("a signature for a timestamp one unit earlier", ({ timestamp }) => ({
        timestamp: String(BigInt(timestamp) - 1n),
      })),
      signedFor("a signature for no timestamp", () => ({ timestamp: "" })),
    ];
  },
  otherNonce: () => [
    signedFor("a signature for another nonce", ({ nonce }) => ({
      nonce: nonce.split("").toReversed().join(""),
    })),
    signedFor("a signature for a part of the nonce", ({ nonce }) => ({ nonce: nonce.slice(0, -1) })),
    signedFor("a signature for no nonce", () => ({ nonce: "" })),
  ],
} as const satisfies Readonly<Record<string, CredentialOffences>>;

/** The signature of this register was made for no body. */
export const signedForNoBody = signedFor("a signature for no body", () => ({ body: Buffer.alloc(0) }));

/** Spoils signed credentials in one component. @param wrong in which way. Default: in a way of its own */
export function forgedSignature(
  name: string,
  tamper: Tamper,
  wrong: readonly string[] = [name],
): CredentialOffence {
  return {
    name,
    tamper: async (valid, resign) => ({ wrong, ...(await tamper(valid, resign)) }),
    expects: "refused signature",
  };
}

/** The signature was made for a request that differs in one part. @throws {InapplicableError} where it does not cover the part. */
export function signedFor(name: string, change: Parameters<Resign>[0]): CredentialOffence {
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
    return {
      ...sent,
      wrong: [...(nonce === used.nonce ? [NONCE_USED] : []), "with a signature used before"],
    };
  };
}

function notCovered(): InapplicableError {
  return new InapplicableError("The signature of this deployment does not cover that part.");
}

/** The request carries a nonce used before, with a timestamp and a signature of its own. */
export function withNonce(name: string, nonce: string): CredentialOffence {
  return forgedSignature(
    name,
    async (valid, resign) => ({ ...valid, nonce, signature: await resign(() => ({ nonce })) }),
    [NONCE_USED],
  );
}

/** The keys of other merchants, which do not belong to the signature. */
function withOtherKeys({ merchant, others }: SpoiltCaller): readonly CredentialOffence[] {
  return others
    .filter(({ secret }) => secret !== merchant.secret)
    .map(({ apiKey }) =>
      forgedSignature("another merchant's API key", (valid) => ({ ...valid, apiKey }), [ANOTHER_SECRET]),
    );
}

/** The component is not sent, or sent empty; the signature stays the one made with it. */
function unsigned(component: "timestamp" | "nonce" | "signature"): readonly CredentialOffence[] {
  const wrong = [`without ${component}`];
  return [
    forgedSignature(`no ${component}`, (valid) => ({ ...valid, [component]: undefined }), wrong),
    forgedSignature(`an empty ${component}`, (valid) => ({ ...valid, [component]: "" }), wrong),
  ];
}

/** The same, and first with a signature that is made for nothing in its place. */
function missing(component: "timestamp" | "nonce"): readonly CredentialOffence[] {
  const resigned = unsigned(component).map(({ name, tamper }) =>
    forgedSignature(`${name}, signed without it`, async (valid, resign) => ({
      ...(await tamper(valid, resign)),
      signature: await resign(() => ({ [component]: "" })),
    })),
  );
  return [...resigned, ...unsigned(component)];
}

/** Signatures with nearly the right secret, and without a secret. */
function nearlySigned(secret: string): readonly CredentialOffence[] {
  return [
    signedBy("a hash without a secret for a signature", () => null, []),
    signedBy("a signature made with the secret without its last character", () => secret.slice(0, -1)),
    signedBy("a signature made with the secret and one character more", () => `${secret}0`),
  ].map((one) => ({ ...one, operations: ON_QUERY }));
}

/** Where such a secret makes no signature, or the right one, a wrong one takes its place. */
function signedBy(
  name: string,
  secretOf: (valid: Credentials) => string | null,
  wrong = [name],
): CredentialOffence {
  return forgedSignature(name, async (valid, resign) => {
    const signature = await resign(() => ({}), secretOf(valid)).catch(() => undefined);
    const { signature: right = "" } = valid;
    if (signature !== undefined && signature !== right) return { ...valid, signature, wrong };
    return { ...valid, signature: inTheMiddle(right), wrong: CHARACTERS };
  });
}

function changed(
  name: string,
  make: (signature: string) => string,
  wrong: readonly string[] = [],
): CredentialOffence {
  return forgedSignature(name, (valid) => ({ ...valid, signature: make(valid.signature ?? "") }), wrong);
}

function partly(name: string, make: (signature: string) => string): CredentialOffence {
  return changed(name, make, ["in part"]);
}

function ofAnotherOperation(path: string): string {
  return path.endsWith("query")
    ? path.replace(/query$/, "disable")
    : `${path.slice(0, path.lastIndexOf("/") + 1)}query`;
}

function lastLetterChanged(body: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(body);
  const at = copy.length - 3;
  copy[at] = (copy[at] ?? 0) === 0x30 ? 0x31 : 0x30;
  return copy;
}

function isHexadecimal(text: string): boolean {
  return /^[0-9a-f]+$/i.test(text);
}

/** Letters of hex are the same in both cases: there another character differs. */
function inOtherCase(text: string): string {
  if (isHexadecimal(text)) return changeAt(text, Math.floor(text.length / 4));
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function inTheMiddle(text: string): string {
  return changeAt(text, Math.floor(text.length / 2));
}

/** The place of the last character of which every bit counts: of base64 with padding, the last but one. */
function lastTelling(text: string): number {
  const { length } = text.replaceAll("=", "");
  return length % 4 === 0 || isHexadecimal(text) ? length - 1 : length - 2;
}

/** Another character that hex and base64 both admit. */
function changeAt(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === "0" ? "1" : "0"}${text.slice(at + 1)}`;
}

/** Another character of the same class, and of hex where it is one of hex. */
function following(character: string): string {
  const wrapped = { "9": "0", f: "a", F: "A", z: "g", Z: "G" }[character];
  return wrapped ?? String.fromCharCode(character.charCodeAt(0) + 1);
}
