import type { MerchantCredentials } from "../profile/profile-schema.ts";
import type { SignedParts } from "../signer/signature-scheme.ts";
import type { Signer } from "../signer/signer.ts";
import { InapplicableError } from "../verdict.ts";
import type { Credentials, Draft, Resign } from "./draft.ts";
import type { HeaderPair } from "./transport.ts";

/** Makes the credential headers of section 4.1 for the requests of one merchant. */
export interface Authenticator {
  headers(draft: Draft, target: string): Promise<HeaderPair[]>;
}

export interface AuthenticatorOptions {
  readonly merchant: MerchantCredentials;
  /** Absent: the API key alone is sent. */
  readonly signer?: Signer;
  /** The target's clock, in milliseconds since 1970. */
  readonly now: () => number;
}

const HEADER_NAMES: Readonly<Record<keyof Credentials, string>> = {
  apiKey: "X-API-Key",
  timestamp: "X-Timestamp",
  nonce: "X-Nonce",
  signature: "X-Signature",
};

/** Signs over the method, path, query and body exactly as they are sent, then lets the draft tamper. */
export function authenticator({ merchant, signer, now }: AuthenticatorOptions): Authenticator {
  return {
    async headers(draft, target) {
      const { valid, resign } = await validCredentials(draft, target);
      return toHeaders(draft, draft.tamper === undefined ? valid : await draft.tamper(valid, resign));
    },
  };

  async function validCredentials(
    draft: Draft,
    target: string,
  ): Promise<{ valid: Credentials; resign: Resign }> {
    const { apiKey, secret } = merchant;
    if (signer === undefined || secret === undefined) return { valid: { apiKey }, resign: nothingToSign };
    const parts = {
      ...partsOf(draft, target),
      timestamp: signer.timestampOf(now()),
      nonce: signer.newNonce(),
      apiKey,
    };
    const resign: Resign = async (change, otherSecret) =>
      signer.sign({ ...parts, ...change(parts) }, otherSecret ?? secret);
    const { timestamp, nonce } = parts;
    return { valid: { apiKey, timestamp, nonce, signature: await signer.sign(parts, secret) }, resign };
  }
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
