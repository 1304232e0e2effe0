import { createHash } from "node:crypto";
import type { SignedParts } from "../../signer/signature-scheme.ts";
import { type HeaderPair, NEW_CONNECTION } from "../../http/transport.ts";

/** The webhook operations of section 4.2. */
export type Operation = "register" | "query" | "disable";

/** First segments of the paths that the document only names (section 4.3). */
const NAMED_AREAS = /^(?:transaction|account|card|sub-account|budget|three-d-secure)(?:\/|$)/;

export const OPERATIONS: readonly Operation[] = ["register", "query", "disable"];

/** Whether a request is of a webhook operation, by its way in the document. */
export function isWebhookOperation({ label, isAstray }: Pick<Draft, "label" | "isAstray">): boolean {
  return isAstray !== true && OPERATIONS.some((known) => known === label);
}

/** Whether a request is of an operation that the document only names (§4.3). */
export function isNamedOnly({ label }: Pick<Draft, "label">): boolean {
  return NAMED_AREAS.test(label);
}

/** The answer that the document demands; `open`: it says nothing. */
export type Expectation = "success" | "refused input" | "refused key" | "refused signature" | "open";

/** Whether the credentials of a request are wrong: where it is accepted, it may have acted for any merchant. */
export function isForged({ expects }: Pick<Draft, "expects">): boolean {
  return expects === "refused key" || expects === "refused signature";
}

/** The values of the credential headers of section 4.1; an absent one is not sent. */
export interface Credentials {
  readonly apiKey?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly nonce?: string | undefined;
  readonly signature?: string | undefined;
}

/**
 * Signs again with some parts changed, or with another secret; null: with none, so that it is a hash alone.
 * @throws {InapplicableError} where nothing is signed, or a module makes what is signed, so that the suite cannot hash it
 */
export type Resign = (
  change: (parts: SignedParts) => Partial<SignedParts>,
  secret?: string | null,
) => Promise<string>;

interface ChangedCredentials extends Credentials {
  /** How they are wrong. Absent, or empty: a target that accepts them accepts any others. */
  readonly wrong?: readonly string[];
}

/** Changes valid credentials in the one component that a probe is about. */
export type Tamper = (valid: Credentials, resign: Resign) => ChangedCredentials | Promise<ChangedCredentials>;

/** A request before it is signed: a valid one, but for what its optional members change. */
export interface Draft {
  /** The operation, or another word for what is sent. */
  readonly label: string;
  readonly path: string;
  readonly method: string;
  readonly expects: Expectation;
  /** Without the `?`. */
  readonly query?: string;
  readonly body?: Uint8Array;
  readonly contentType?: string;
  /** The callback URL that the body carries, when it carries one. */
  readonly url?: string;
  readonly headers?: readonly HeaderPair[];
  /** The Accept header; empty: none. Default: `application/json`. */
  readonly accept?: string;
  /** The User-Agent header; empty: none. Default: that of the suite. */
  readonly userAgent?: string;
  readonly tamper?: Tamper;
  /** How the names of the credential headers are written. */
  readonly headerName?: (name: string) => string;
  /** A request without body says nothing of its length, as `curl -X POST` does. */
  readonly withoutLength?: boolean;
  readonly lane?: string;
  /** Sent while other requests of the merchant are under way. */
  readonly overlaps?: boolean;
  /** The document shows no such request: silence is an answer too, and it is not asked for long. */
  readonly isUnshown?: boolean;
  /** Takes a way that the document does not show: whoever answers need not be the API. */
  readonly isAstray?: boolean;
  /** Never sent again after a failure of the network: that would be another probe. */
  readonly once?: boolean;
  /** May have an effect for good: sent once, and never again whatever comes of it. */
  readonly lasting?: boolean;
}

const PREFIX = "/abc/v1/webhook/";
const JSON_TYPE = "application/json";

/** The body comes in chunks, without its length. */
export const IN_CHUNKS: Pick<Draft, "headers"> = { headers: [["Transfer-Encoding", "chunked"]] };

/** The headers of a request that can be repeated: a target may answer from what it keeps under such a key, a UUID. */
export function repeatableAs(name: string): Pick<Draft, "headers"> {
  const hex = createHash("md5").update(name).digest("hex");
  const uuid = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
  return { headers: [["Idempotency-Key", uuid]] };
}

export const FIRST_OF_CONNECTION = { lane: NEW_CONNECTION } as const;

/** A register with a body of any kind; absent: none at all. */
export function registerBody(body: string | Uint8Array | undefined, expects: Expectation): Draft {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const draft = {
    label: "register",
    path: `${PREFIX}register`,
    method: "POST",
    expects,
    contentType: JSON_TYPE,
  };
  return bytes === undefined ? draft : { ...draft, body: bytes };
}

/** A register with a callback URL, or with another value in its place. */
export function registerDraft(callbackUrl: unknown, expects: Expectation = "success"): Draft {
  const draft = registerBody(JSON.stringify({ callbackUrl }), expects);
  return typeof callbackUrl === "string" ? { ...draft, url: callbackUrl } : draft;
}

export function queryDraft(expects: Expectation = "success"): Draft {
  return { label: "query", path: `${PREFIX}query`, method: "POST", expects };
}

const NOWHERE = "no-such-operation";

/** A call of an operation that no version of the API has. */
export function nowhereDraft(): Draft {
  return { label: NOWHERE, path: `${PREFIX}${NOWHERE}`, method: "POST", expects: "open", isUnshown: true };
}

/** Whether no operation of the API answers a request, so that the document says nothing of the answer. */
export function isNowhere({ label }: Draft): boolean {
  return label === NOWHERE;
}

export function disableDraft(expects: Expectation = "success"): Draft {
  return { label: "disable", path: `${PREFIX}disable`, method: "POST", expects };
}

/** A request of any webhook operation. @param url for register */
export function webhookDraft(operation: Operation, url: string, expects: Expectation): Draft {
  if (operation === "register") return registerDraft(url, expects);
  return operation === "query" ? queryDraft(expects) : disableDraft(expects);
}

/** The most characters a callback URL may have (sections 2.2 and 8). */
export const MAX_CALLBACK_URL_CHARS = 512;
