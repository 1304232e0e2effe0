import type { MerchantCredentials } from "../../profile/schema/profile-schema.ts";
import type { SignedParts } from "../../signer/signature-scheme.ts";
import type { Signer } from "../../signer/signer.ts";
import { InapplicableError } from "../../engine/record/verdict.ts";
import { type CredentialTraits, type Resigning, traitsOf } from "./credential-traits.ts";
import type { Credentials, Draft, Resign } from "../request/draft.ts";
import { type DueCredentials, dueCredentials } from "./due-credentials.ts";
import type { HeaderPair } from "../../http/transport.ts";

/** Makes the credential headers of section 4.1 for the requests of one merchant. */
export interface Authenticator {
  headers(draft: Draft, target: string): Promise<HeaderPair[]>;
  /** The same, and what the credentials are without a character of them. */
  credentials(draft: Draft, target: string): Promise<BorneCredentials>;
}

/** The credentials of one request. */
export interface BorneCredentials {
  readonly headers: HeaderPair[];
  readonly traits: CredentialTraits;
  /** Where they were changed: what they would have to be. */
  readonly due?: DueCredentials;
}

export interface AuthenticatorOptions {
  readonly merchant: MerchantCredentials;
  /** Absent: the API key alone is sent. */
  readonly signer?: Signer;
  /** The target's clock, in milliseconds since 1970. */
  readonly clock: { now(): number };
  /** The credentials of the session, shared by its merchants. Default: those of this one alone. */
  readonly issued?: IssuedCredentials;
}

const HEADER_NAMES: Readonly<Record<keyof Credentials, string>> = {
  apiKey: "X-API-Key",
  timestamp: "X-Timestamp",
  nonce: "X-Nonce",
  signature: "X-Signature",
};

/** Remembers the valid credentials of a session, to recognise a request that carries them again. */
export class IssuedCredentials {
  readonly #issued = { nonce: new Map<string, number>(), signature: new Map<string, number>() };
  readonly #merchants = new Map<string, MerchantCredentials>();
  #count = 0;

  introduce(merchant: MerchantCredentials): void {
    const { apiKey } = merchant;
    const known = this.#merchants.get(apiKey);
    this.#merchants.set(apiKey, { ...known, ...merchant, name: known?.name ?? merchant.name });
  }

  readonly ownerOf = (apiKey: string): string | undefined => this.#merchants.get(apiKey)?.name;

  /** The secret with which the merchant signs whose key it is. */
  readonly secretOf = (apiKey: string): string | undefined => this.#merchants.get(apiKey)?.secret;

  issue({ nonce, signature }: Credentials): void {
    this.#count += 1;
    if (nonce !== undefined) this.#issued.nonce.set(nonce, this.#count);
    if (signature !== undefined) this.#issued.signature.set(signature, this.#count);
  }

  /** How many requests ago a value was issued; undefined: with the last one, or never. */
  readonly ageOf = (what: "nonce" | "signature", value: string): number | undefined => {
    const age = this.#count - (this.#issued[what].get(value) ?? this.#count);
    return age === 0 ? undefined : age;
  };
}

/** Signs over the method, path, query and body exactly as they are sent, then lets the draft tamper. */
export function createAuthenticator({
  merchant,
  signer,
  clock,
  issued = new IssuedCredentials(),
}: AuthenticatorOptions): Authenticator {
  const { name: of } = merchant;
  issued.introduce(merchant);
  return {
    headers: async (draft, target) => (await credentials(draft, target)).headers,
    credentials,
  };

  async function credentials(draft: Draft, target: string): Promise<BorneCredentials> {
    const { valid, parts, resign, resignings } = await validCredentials(draft, target);
    issued.issue(valid);
    if (draft.tamper === undefined) return { headers: toHeaders(draft, valid), traits: { of } };
    const sent = await draft.tamper(valid, resign);
    const { secretOf } = issued;
    return {
      headers: toHeaders(draft, sent),
      traits: traitsOf({ of, valid, sent, resignings }, issued),
      ...(signer !== undefined &&
        parts !== undefined && { due: await dueCredentials(signer, parts, { sent, valid, secretOf }) }),
    };
  }

  async function validCredentials(draft: Draft, target: string): Promise<Made> {
    const { apiKey, secret } = merchant;
    if (signer === undefined || secret === undefined) {
      return { valid: { apiKey }, resign: nothingToSign, resignings: [] };
    }
    const parts = {
      ...partsOf(draft, target),
      timestamp: signer.timestampOf(clock.now()),
      nonce: signer.newNonce(),
      apiKey,
    };
    const resignings: Resigning[] = [];
    const resign: Resign = async (change, otherSecret) => {
      const changed = change(parts);
      const signature =
        otherSecret === null
          ? hashed(signer.hashOf({ ...parts, ...changed }))
          : await signer.sign({ ...parts, ...changed }, otherSecret ?? secret);
      resignings.push({ signature, changed, by: secretNamed(otherSecret, { secret, apiKey }) });
      return signature;
    };
    const { timestamp, nonce } = parts;
    const signature = await signer.sign(parts, secret);
    return { valid: { apiKey, timestamp, nonce, signature }, parts, resign, resignings };
  }
}

interface Made {
  readonly valid: Credentials;
  /** The parts that are signed; absent where nothing is signed. */
  readonly parts?: SignedParts;
  readonly resign: Resign;
  /** The calls of {@link resign}. */
  readonly resignings: readonly Resigning[];
}

function hashed(hash: string | undefined): string {
  if (hash !== undefined) return hash;
  throw new InapplicableError("A signing module builds the signed bytes, so the suite cannot hash them.");
}

function secretNamed(
  used: string | null | undefined,
  { secret, apiKey }: Record<"secret" | "apiKey", string>,
): Resigning["by"] {
  if (used === undefined || used === secret) return "the secret";
  if (used === null) return "no secret, as a hash";
  if (used === "") return "no secret";
  return used === apiKey ? "the API key" : "another secret";
}

async function nothingToSign(): Promise<string> {
  throw new InapplicableError("Requests are not signed.");
}

function partsOf(draft: Draft, target: string): Pick<SignedParts, "method" | "path" | "query" | "body"> {
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? "" : target.slice(mark + 1);
  return { method: draft.method, path, query, ...(draft.body === undefined ? {} : { body: draft.body }) };
}

function toHeaders(draft: Draft, credentials: Credentials): HeaderPair[] {
  const named = draft.headerName ?? ((name: string) => name);
  return [
    header(named(HEADER_NAMES.apiKey), credentials.apiKey),
    header(named(HEADER_NAMES.timestamp), credentials.timestamp),
    header(named(HEADER_NAMES.nonce), credentials.nonce),
    header(named(HEADER_NAMES.signature), credentials.signature),
  ].flat();
}

function header(name: string, value: string | undefined): HeaderPair[] {
  return value === undefined ? [] : [[name, value]];
}
