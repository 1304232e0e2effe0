import type { SignedParts } from "../../signer/signature-scheme.ts";
import type { Credentials } from "../request/draft.ts";

/** Whose credentials a request carries, and how each differs from the valid one, without a character of it; what is not named is valid. */
export type CredentialTraits = { readonly of: string } & {
  readonly [component in keyof Credentials]?: string;
};

/** A signature that was asked for while credentials were changed: over which other parts, and with what for a secret. */
export interface Resigning {
  readonly signature: string;
  readonly changed: Partial<SignedParts>;
  readonly by: "the secret" | "no secret" | "no secret, as a hash" | "the API key" | "another secret";
}

/** Valid credentials, and what was sent instead. */
export interface ChangedCredentials {
  readonly of: string;
  readonly valid: Credentials;
  readonly sent: Credentials;
  readonly resignings: readonly Resigning[];
}

const DATE_AND_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** So many characters in common may be chance. */
const MAX_CHANCE_CHARS = 3;

/** Whose credentials these are that were issued before, and how long ago; undefined: not issued. */
export interface CredentialHistory {
  readonly ownerOf: (apiKey: string) => string | undefined;
  /** How many requests ago. */
  readonly ageOf: (what: "nonce" | "signature", value: string) => number | undefined;
}

/** How changed credentials differ from the valid ones. Two requests of one probe have the same traits. */
export function traitsOf(
  { of, valid, sent, resignings }: ChangedCredentials,
  { ownerOf, ageOf }: CredentialHistory,
): CredentialTraits {
  const age = (what: "nonce" | "signature", value: string) => {
    const requests = ageOf(what, value);
    return requests === undefined ? undefined : `used ${requests} before`;
  };
  const owner = (key: string) => {
    const name = ownerOf(key);
    return name === undefined ? undefined : `of ${name}`;
  };
  const describing: Describing = {
    keyOf: (key) => owner(key) ?? edited(key, valid.apiKey ?? ""),
    timestampOf: (timestamp) => timed(timestamp, valid.timestamp) ?? "valid",
    nonceOf: (nonce) => age("nonce", nonce) ?? edited(nonce, valid.nonce ?? ""),
  };
  const resigned = resignings.find(({ signature }) => signature === sent.signature);
  const forgedOf = (text: string) => age("signature", text) ?? forged(text, valid, resignings);
  const texts: Readonly<Record<keyof Credentials, string | undefined>> = {
    apiKey: differing(sent.apiKey, valid.apiKey, describing.keyOf),
    timestamp: timed(sent.timestamp, valid.timestamp),
    nonce: differing(sent.nonce, valid.nonce, describing.nonceOf),
    signature:
      resigned === undefined
        ? differing(sent.signature, valid.signature, forgedOf)
        : over(resigned, describing),
  };
  const named = Object.entries(texts).filter(([, text]) => text !== undefined);
  return { of, ...Object.fromEntries(named) };
}

function forged(signature: string, valid: Credentials, resignings: readonly Resigning[]): string {
  const bases = [valid.signature ?? "", ...resignings.map((resigning) => resigning.signature)];
  return bases.map((base) => edited(signature, base)).find((edit) => edit !== UNRELATED) ?? UNRELATED;
}

const UNRELATED = "another";

function differing(
  sent: string | undefined,
  valid: string | undefined,
  describe: (sent: string, valid: string) => string,
): string | undefined {
  if (sent === valid) return undefined;
  if (sent === undefined) return "absent";
  return sent === "" ? "empty" : describe(sent, valid ?? "");
}

/** How a text was made of another one. */
function edited(sent: string, base: string): string {
  if (sent === "") return "empty";
  if (sent === base) return "valid";
  if (sent.toLowerCase() === base.toLowerCase()) return "in other letter case";
  if (base !== "" && sent.includes(base)) return "with more around it";
  if (sent.length > MAX_CHANCE_CHARS && base.includes(sent)) return "in part";
  const start = commonStart(sent, base);
  const end = commonStart(Array.from(sent).toReversed(), Array.from(base).toReversed());
  if ((start + end) * 2 < base.length) return UNRELATED;
  return start === 0 ? "with another beginning" : "with other characters";
}

function commonStart(a: ArrayLike<string>, b: ArrayLike<string>): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

/** A timestamp by its distance from the valid one, also when it is the same: which of the two it was may be chance. */
function timed(sent: string | undefined, valid: string | undefined): string | undefined {
  return sent === undefined || sent === "" || valid === undefined
    ? differing(sent, valid, (text) => text)
    : moment(sent, valid);
}

function moment(sent: string, valid: string): string {
  const perSecond = valid.length > 11 ? 1000 : 1;
  if (DATE_AND_TIME.test(sent))
    return `a date ${Math.round(Date.parse(sent) / 1000 - Number(valid) / perSecond)} s off`;
  if (!/^\d+$/.test(sent) || !/^\d+$/.test(valid)) return sent.replaceAll(valid, "{valid}");
  const seconds = Math.round(Number(BigInt(sent) - BigInt(valid)) / perSecond);
  return `${seconds} s off`;
}

interface Describing {
  readonly nonceOf: (nonce: string) => string;
  readonly timestampOf: (timestamp: string) => string;
  readonly keyOf: (key: string) => string;
}

function over({ changed, by }: Resigning, { nonceOf, timestampOf, keyOf }: Describing): string {
  const { timestamp, nonce, apiKey, body, ...plain } = changed;
  const parts = {
    ...plain,
    ...(body !== undefined && { body: Buffer.from(body).toString("utf8") }),
    ...(timestamp !== undefined && { timestamp: timestampOf(timestamp) }),
    ...(nonce !== undefined && { nonce: nonceOf(nonce) }),
    ...(apiKey !== undefined && { apiKey: keyOf(apiKey) }),
  };
  return `signed over ${JSON.stringify(parts)}${by === "the secret" ? "" : ` with ${by}`}`;
}
