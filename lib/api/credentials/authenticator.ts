import type { MerchantCredentials } from "../../profile/schema/profile-schema.ts";
import type { SignedParts } from "../../signer/signature-scheme.ts";
import type { Signer } from "../../signer/signer.ts";
import { InapplicableError } from "../../engine/record/verdict.ts";
import type { Credentials, Draft, Resign } from "../request/draft.ts";
import { type DueCredentials, dueCredentials } from "./due-credentials.ts";
import type { HeaderPair } from "../../http/transport.ts";

/** Makes the credential headers of section 4.1 for the requests of one merchant. */
export interface Authenticator {
  headers(draft: Draft, target: string): Promise<HeaderPair[]>;
  /** The same, and what is known of them. */
  credentials(draft: Draft, target: string): Promise<BorneCredentials>;
}

export interface BorneCredentials {
  readonly headers: HeaderPair[];
  /** How they are wrong. Absent: not at all, or in any way. */
  readonly wrong?: readonly string[];
  /** Where they were changed: what they would have to be. */
  readonly due?: DueCredentials;
}

export interface AuthenticatorOptions {
  readonly merchant: MerchantCredentials;
  /** Default: the API key alone is sent. */
  readonly signer?: Signer | undefined;
  /** The target's clock, in milliseconds since 1970. */
  readonly clock: { now(): number };
  /** All whose key a request may be sent with. Default: this one alone. */
  readonly merchants?: readonly MerchantCredentials[];
}

const HEADER_NAMES: Readonly<Record<keyof Credentials, string>> = {
  apiKey: "X-API-Key",
  timestamp: "X-Timestamp",
  nonce: "X-Nonce",
  signature: "X-Signature",
};

/** Signs over the method, path, query and body exactly as they are sent, then lets the draft tamper. */
export function createAuthenticator({
  merchant,
  signer,
  clock,
  merchants = [merchant],
}: AuthenticatorOptions): Authenticator {
  const secretOf = (key: string) => merchants.find(({ apiKey }) => apiKey === key)?.secret;
  return {
    headers: async (draft, target) => (await credentials(draft, target)).headers,
    credentials,
  };

  async function credentials(draft: Draft, target: string): Promise<BorneCredentials> {
    const { valid, parts, resign } = await validCredentials(draft, target);
    if (draft.tamper === undefined) return { headers: toHeaders(draft, valid) };
    const { wrong, ...sent } = await draft.tamper(valid, resign);
    return {
      headers: toHeaders(draft, sent),
      ...(wrong && { wrong }),
      ...(signer !== undefined &&
        parts !== undefined && { due: await dueCredentials(signer, parts, { sent, valid, secretOf }) }),
    };
  }

  async function validCredentials(draft: Draft, target: string): Promise<Made> {
    const { apiKey, secret } = merchant;
    if (signer === undefined || secret === undefined) {
      return { valid: { apiKey }, resign: nothingToSign };
    }
    const parts = {
      ...partsOf(draft, target),
      timestamp: signer.timestampOf(clock.now()),
      nonce: signer.newNonce(),
      apiKey,
    };
    const resign: Resign = async (change, otherSecret) => {
      const changed = { ...parts, ...change(parts) };
      return otherSecret === null
        ? hashed(signer.hashOf(changed))
        : signer.sign(changed, otherSecret ?? secret);
    };
    const { timestamp, nonce } = parts;
    const signature = await signer.sign(parts, secret);
    return { valid: { apiKey, timestamp, nonce, signature }, parts, resign };
  }
}

interface Made {
  readonly valid: Credentials;
  /** The parts that are signed; absent where nothing is signed. */
  readonly parts?: SignedParts;
  readonly resign: Resign;
}

function hashed(hash: string | undefined): string {
  if (hash !== undefined) return hash;
  throw new InapplicableError("A signing module builds the signed bytes, so the suite cannot hash them.");
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
