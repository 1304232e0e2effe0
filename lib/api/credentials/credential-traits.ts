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

/** What credentials were changed into. */
export interface ChangedCredentials {
  readonly of: string;
  readonly valid: Credentials;
  readonly sent: Credentials;
  readonly resignings: readonly Resigning[];
}

const DATE_AND_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const EIGHTHS = 8;
/** So many characters in common may be chance. */
const MAX_CHANCE_CHARS = 3;
/** So many characters missing of all still are all. */
const FEW_CHARS = 2;
/** So many of the characters of a signature are counted. */
const COUNTED_CHARS = 12;

/** Remembers the valid credentials of a session, so that a request that carries them again can be told. */
export class IssuedCredentials {
  readonly #nonces = new Map<string, number>();
  readonly #signatures = new Map<string, number>();
  readonly #keys = new Map<string, string>();
  readonly #secrets = new Map<string, string>();
  #count = 0;

  introduce({
    name,
    apiKey,
    secret,
  }: {
    readonly name: string;
    readonly apiKey: string;
    readonly secret?: string;
  }): void {
    if (!this.#keys.has(apiKey)) this.#keys.set(apiKey, name);
    if (secret !== undefined) this.#secrets.set(apiKey, secret);
  }

  /** With what the merchant signs whose key it is. */
  secretOf(apiKey: string): string | undefined {
    return this.#secrets.get(apiKey);
  }

  issue({ nonce, signature }: Credentials): void {
    this.#count += 1;
    if (nonce !== undefined) this.#nonces.set(nonce, this.#count);
    if (signature !== undefined) this.#signatures.set(signature, this.#count);
  }

  /** Two requests with the same traits are the same probe. */
  traitsOf({ of, valid, sent, resignings }: ChangedCredentials): CredentialTraits {
    const describing: Describing = {
      keyOf: (key) => this.#ownerOf(key) ?? edited(key, valid.apiKey ?? ""),
      timestampOf: (timestamp) => timed(timestamp, valid.timestamp) ?? "valid",
      nonceOf: (nonce) => this.#age(this.#nonces, nonce) ?? edited(nonce, valid.nonce ?? ""),
    };
    const resigned = resignings.find(({ signature }) => signature === sent.signature);
    const texts: Readonly<Record<keyof Credentials, string | undefined>> = {
      apiKey: differing(sent.apiKey, valid.apiKey, describing.keyOf),
      timestamp: timed(sent.timestamp, valid.timestamp),
      nonce: differing(sent.nonce, valid.nonce, describing.nonceOf),
      signature:
        resigned === undefined
          ? differing(sent.signature, valid.signature, (text) => this.#forged(text, valid, resignings))
          : over(resigned, describing),
    };
    const named = Object.entries(texts).filter(([, text]) => text !== undefined);
    return { of, ...Object.fromEntries(named) };
  }

  #ownerOf(key: string): string | undefined {
    const owner = this.#keys.get(key);
    return owner === undefined ? undefined : `of ${owner}`;
  }

  #forged(signature: string, valid: Credentials, resignings: readonly Resigning[]): string {
    const age = this.#age(this.#signatures, signature);
    if (age !== undefined) return age;
    const bases = [valid.signature ?? "", ...resignings.map((resigning) => resigning.signature)];
    const edits = bases.map((base) => edited(signature, base, charsOrEighths));
    return edits.find((edit) => !edit.startsWith(UNRELATED)) ?? edits[0] ?? UNRELATED;
  }

  #age(among: ReadonlyMap<string, number>, value: string): string | undefined {
    const age = this.#count - (among.get(value) ?? this.#count);
    return age === 0 ? undefined : `used ${age} before`;
  }
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

/** How a text was made of another one: which parts are kept, in eighths, and whether it is longer. */
function edited(sent: string, base: string, measure: typeof eighths = eighths): string {
  if (sent === "") return "empty";
  if (sent === base) return "valid";
  if (sent.toLowerCase() === base.toLowerCase()) {
    const to = sent === base.toUpperCase() ? "upper" : sent === base.toLowerCase() ? "lower" : "mixed";
    return `in ${to} case`;
  }
  const [start, end] = [commonStart(sent, base), commonEnd(sent, base)];
  const longer = sent.length - base.length;
  const size = longer === 0 ? "as long" : longer > 0 ? "longer" : "shorter";
  const isByChance = sent.length * 2 < base.length && Math.max(start, end) < sent.length;
  const [first, last] = [start, end].map((kept) => (isByChance ? "" : measure(kept, base.length)));
  return first === "" && last === ""
    ? `${UNRELATED}, ${isMonotonous(sent) ? "one character throughout, " : ""}${longer === 0 ? size : `${sent.length} characters`}`
    : `${[first && `starts with ${first}`, last && `ends with ${last}`].filter(Boolean).join(", ")} of the valid one, ${size}`;
}

/** Whether all letters and digits of a text, or all that it has, are the same one, and there is more than one of it. */
function isMonotonous(text: string): boolean {
  const telling = text.replaceAll(/[^0-9a-z]/gi, "") || text;
  return telling.length > 1 && new Set(telling).size === 1;
}

/** Empty: what chance may have kept. */
function eighths(kept: number, whole: number): string {
  if (kept <= MAX_CHANCE_CHARS) return "";
  return `${whole - kept <= FEW_CHARS ? EIGHTHS : Math.round((kept / whole) * EIGHTHS)}/8`;
}

/** The same for texts that are long, but not equally long: of a few characters, how many. */
function charsOrEighths(kept: number, whole: number): string {
  if (kept > MAX_CHANCE_CHARS && kept <= COUNTED_CHARS) return `${kept} characters`;
  return kept < whole && whole - kept <= COUNTED_CHARS ? `all but ${whole - kept}` : eighths(kept, whole);
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

function commonEnd(a: string, b: string): number {
  const reversed = [a, b].map((text) =>
    Array.from({ length: text.length }, (_, i) => text.at(-1 - i)).join(""),
  );
  return commonStart(reversed[0] ?? "", reversed[1] ?? "");
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
