import * as z from "zod";
import type { SignedRequest } from "../signed-request.ts";
import type { RecordedExchange } from "../../engine/result.ts";
import { EMBEDDED } from "../../profile/base-url.ts";
import { type Profile, profileSchema } from "../../profile/profile-schema.ts";

/** What stands before the first check of a session. */
export const CALIBRATION = "calibration";

const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  "x-api-key",
  "x-timestamp",
  "x-nonce",
  "x-signature",
]);
/** The same in every request. */
const CONSTANT_HEADERS: ReadonlySet<string> = new Set(["accept", "user-agent"]);

export const LATEST_MS = Date.UTC(9999, 0);
/** Longer than every stand-in for a credential. */
const MAX_STAND_IN_CHARS = 100;

const pairs = z.array(z.tuple([z.string(), z.string()]));
/** Milliseconds since 1970, or of a duration: whatever is made of them is a time that can be written. */
const milliseconds = z.number().min(0).max(LATEST_MS);
const requirement = z.string();

const traitsSchema = z.strictObject({
  of: z.string(),
  apiKey: z.string().exactOptional(),
  timestamp: z.string().exactOptional(),
  nonce: z.string().exactOptional(),
  signature: z.string().exactOptional(),
});

/** What a request asks for, without what is another at each time: the values of its credentials. */
const askedSchema = z.strictObject({
  method: z.string(),
  url: z.string(),
  headers: pairs,
  body: z.string().exactOptional(),
  lane: z.string().exactOptional(),
  credentials: traitsSchema,
});

/** The first line: the run, with stand-ins for its credentials. */
export const headSchema = z.strictObject({
  recordingVersion: z.literal(1),
  suite: z.strictObject({ name: z.string(), version: z.string() }),
  startedAt: z.iso.datetime(),
  origin: z.strictObject({ profile: z.string(), baseUrl: z.string() }),
  selection: z.strictObject({ selectors: z.array(z.string()), skip: z.array(z.string()) }),
  waivers: z.array(
    z.strictObject({
      requirement,
      reason: z.string(),
      owner: z.string(),
      expires: z.iso.date(),
      at: z.strictObject({ file: z.string(), line: z.int().positive(), column: z.int().positive() }),
    }),
  ),
  runId: z.string(),
  seed: z.int(),
  depth: z.enum(["quick", "standard", "deep"]),
  deadlineAt: z.int().exactOptional(),
  profile: profileSchema.refine(
    isAsRecorded,
    "expected the profile of a run: with an address, stand-ins for its credentials, and without a module of its own",
  ),
});

/** Where a check begins. The exchanges up to the next such line are its own. */
export const sectionSchema = z.strictObject({
  check: z.string(),
  /** Since 1970. */
  at: milliseconds,
  /** How many callback URLs were made before. */
  urls: z.int().nonnegative(),
});

/** One request, and its answer or why there is none. */
export const exchangeSchema = z.strictObject({
  asked: askedSchema,
  draft: z.strictObject({
    label: z.string(),
    expects: z.enum(["success", "refused input", "refused key", "refused signature", "open"]),
    url: z.string().exactOptional(),
    tampered: z.literal(true).exactOptional(),
    overlaps: z.literal(true).exactOptional(),
    once: z.literal(true).exactOptional(),
    isAstray: z.literal(true).exactOptional(),
  }),
  at: milliseconds,
  durationMs: milliseconds,
  answer: z
    .strictObject({
      status: z.int(),
      headers: pairs,
      /** Absent, with `base64`: it is no UTF-8. Absent, without: it was not kept. */
      body: z.string().exactOptional(),
      base64: z.base64().exactOptional(),
    })
    .exactOptional(),
  failure: z
    .strictObject({
      message: z.string(),
      kind: z.enum(["unreachable", "timeout", "reset", "protocol"]),
      code: z.string(),
      applied: z.enum(["no", "unknown"]),
    })
    .exactOptional(),
});

export type RecordingHead = z.output<typeof headSchema>;
export type TakenExchange = z.output<typeof exchangeSchema>;
export type Asked = TakenExchange["asked"];

/** What was asked and answered while one check was under way. */
export interface Section extends z.output<typeof sectionSchema> {
  readonly exchanges: readonly TakenExchange[];
}

/** A recorded run. */
export interface Recording {
  readonly head: RecordingHead;
  readonly sections: readonly Section[];
}

/** Recordings come from anybody: what they name is not run, nor made into patterns of any length. */
function isAsRecorded({ baseUrl, auth, merchants }: Profile): boolean {
  const credentials = merchants.flatMap(({ apiKey, secret = "" }) => [apiKey, secret]);
  return (
    baseUrl !== EMBEDDED &&
    auth.signature?.module === undefined &&
    credentials.every(({ length }) => length <= MAX_STAND_IN_CHARS)
  );
}

/** @param shown the request as it is recorded elsewhere, without a secret */
export function askedOf(shown: RecordedExchange["request"], { lane, credentials }: SignedRequest): Asked {
  const { method, url, headers, body } = shown;
  return {
    method,
    url,
    headers: headers
      .filter(([name]) => !CONSTANT_HEADERS.has(name.toLowerCase()))
      .map(([name, value]) => [name, isCredential(name) ? "" : value]),
    ...(body !== undefined && { body }),
    ...(lane !== undefined && { lane }),
    credentials: credentials ?? { of: "" },
  };
}

/** Whether a header carries a credential of section 4.1. */
export function isCredential(name: string): boolean {
  return CREDENTIAL_HEADERS.has(name.toLowerCase());
}
