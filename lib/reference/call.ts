import type { Signer } from "../signer/signer.ts";
import type { ReferenceAuth } from "./auth.ts";
import type { Choices } from "./choices.ts";
import type { Guard } from "./guard.ts";
import type { Rules } from "./rules/rules.ts";
import type { Store } from "./store.ts";
import type { Post } from "./delivery/post-by-undici.ts";

export interface ReferenceMerchant {
  readonly name: string;
  readonly apiKey: string;
  /** The shared secret, or the key pair's private or public key in PEM; needed in signed mode only. */
  readonly secret?: string;
}

/** Requests of one connection, as the rules see it. */
export interface Connection {
  readonly id: string;
  /** How many requests it carried so far, this one included. */
  readonly requests: number;
}

/** One request on its way through the rules. */
export interface Call {
  /** 1 for the first request that the reference received. */
  readonly number: number;
  readonly connection: Connection;
  readonly method: string;
  /** Path below /abc/v1/, for example `webhook/query`; the whole path when it lies elsewhere. */
  readonly operation: string;
  /** As it was sent, neither decoded nor normalised. */
  readonly path: string;
  /** As it was sent, without the question mark. */
  readonly query: string;
  readonly headers: Headers;
  /** The header names as they were sent; undefined when that is not known. */
  readonly headerNames: readonly string[] | undefined;
  readonly body: Uint8Array;
  readonly merchants: readonly ReferenceMerchant[];
  readonly auth: ReferenceAuth;
  readonly choices: Choices;
  readonly rules: Rules;
  readonly store: Store;
  readonly guard: Guard;
  readonly visit: Post;
  /** @throws when the deployment is not signed. */
  signer(): Promise<Signer>;
  /** The server's clock, in milliseconds since the epoch. */
  now(): number;
  sleep(ms: number): Promise<void>;
}
