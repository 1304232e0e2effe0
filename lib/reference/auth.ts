import type { SignatureScheme } from "../signer/signature-scheme.ts";

/** Credentials that the reference demands besides the API key, and which of them it enforces. */
export type ReferenceAuth =
  | { readonly mode: "api-key" }
  | {
      readonly mode: "signed";
      readonly scheme: SignatureScheme;
      /** Where a signing module is looked for; default: the working directory. */
      readonly directory?: string;
      readonly enforces: {
        readonly signature: boolean;
        /** Null: timestamps are not compared with the clock. */
        readonly timestampToleranceSeconds: number | null;
        readonly nonceSingleUse: boolean;
      };
    };

export type SignedAuth = Extract<ReferenceAuth, { mode: "signed" }>;
