import type { Credentials } from "../request/draft.ts";
import { type CredentialOffence, NONCE_USED } from "../request/offence.ts";
import { forgedSignature, withNonce } from "./wrong-signatures.ts";

/** An offence that takes credentials of an accepted request, which is sent for it. */
export type Replay = (used: Credentials) => CredentialOffence;

/** All credentials of an accepted request again: as another sending of it, or on a request that differs from it. */
export const SENT_AGAIN: Replay = (used) =>
  forgedSignature("the credentials of an accepted request, sent again,", () => ({
    ...used,
    wrong: [NONCE_USED],
  }));

/** The nonce alone, with a timestamp and a signature of its own. */
export const NONCE_AGAIN: Replay = ({ nonce = "" }) => withNonce("a nonce used before", nonce);
