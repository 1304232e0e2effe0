import type { JsonValue } from "../api/json/json.ts";

export type JsonObject = Readonly<Record<string, JsonValue>>;

export const refusalReasons = {
  "missing-key": { code: 40101, status: 401, text: "API key is missing" },
  "unknown-key": { code: 40102, status: 401, text: "API key is not valid" },
  "missing-signature": { code: 40103, status: 401, text: "Signature headers are incomplete" },
  "bad-timestamp": { code: 40104, status: 401, text: "X-Timestamp is not an integer" },
  "stale-timestamp": { code: 40105, status: 401, text: "X-Timestamp is outside the tolerance" },
  "wrong-signature": { code: 40106, status: 401, text: "Signature does not match" },
  "used-nonce": { code: 40107, status: 401, text: "X-Nonce was used before" },
  "malformed-body": { code: 40001, status: 400, text: "Body is not a JSON object" },
  "unexpected-body": { code: 40002, status: 400, text: "Body is not expected" },
  "unknown-member": { code: 40003, status: 400, text: "Body has an unknown member" },
  "content-type": { code: 41501, status: 415, text: "Content type is not application/json" },
  "missing-url": { code: 40010, status: 400, text: "callbackUrl is required" },
  "not-a-url": { code: 40011, status: 400, text: "callbackUrl is not a URL" },
  "not-https": { code: 40012, status: 400, text: "callbackUrl is not an HTTPS URL" },
  "url-too-long": { code: 40013, status: 400, text: "callbackUrl is longer than 512 characters" },
  "unusual-url": { code: 40014, status: 400, text: "callbackUrl is of a kind that is not supported" },
  "unverified-url": { code: 40015, status: 400, text: "callbackUrl did not answer as it was asked" },
  "taken-url": { code: 40902, status: 409, text: "callbackUrl is another merchant's" },
  "no-configuration": { code: 40401, status: 404, text: "There is no webhook configuration" },
  "already-disabled": { code: 40901, status: 409, text: "The configuration is disabled already" },
  "unknown-path": { code: 40400, status: 404, text: "There is no such operation" },
  "unsupported-method": { code: 40500, status: 405, text: "Operations are called with POST" },
  "not-available": { code: 40300, status: 403, text: "The operation is not available" },
  locked: { code: 42300, status: 423, text: "Locked after bad credentials; try again later" },
  capped: { code: 42901, status: 400, text: "Too many updates in an hour" },
  "too-fast": { code: 42902, status: 200, text: "Try again in a second" },
  "bad-parameters": { code: 40020, status: 400, text: "A parameter is missing or not valid" },
  "unknown-record": { code: 40420, status: 404, text: "There is no such record" },
  "not-possible": { code: 40920, status: 409, text: "The record is not in a state for this" },
  "rate-limited": { code: 42900, status: 429, text: "Too many requests" },
} as const;

export type RefusalReason = keyof typeof refusalReasons;

/** The operation took place; `data` undefined: the answer has no `data`. */
export interface Success {
  readonly refused: false;
  readonly data: JsonValue | undefined;
}

/** The operation did not take place, for one reason. */
export interface Refusal {
  readonly refused: true;
  readonly reason: RefusalReason;
  /** The offending value, as received. */
  readonly offending?: string;
}

export type Outcome = Success | Refusal;

export const success = (data: JsonValue | undefined): Success => ({ refused: false, data });

export const refusal = (reason: RefusalReason, offending?: string): Refusal =>
  offending === undefined ? { refused: true, reason } : { refused: true, reason, offending };
