import { blank } from "./blank-header.ts";
import { createHmac } from "node:crypto";
import { fault, otherOf, wrap } from "./tools.ts";
import { hmac, sha256 } from "./plan.ts";
import type { Exchange, Fault, Merchant, Plan } from "./types.ts";

const SIGN = "5.2 X-Signature";
const STAMP = "5.2 X-Timestamp";

const signsWith = (name: string, what: string, keys: (m: Merchant, p: Plan) => string[]): Fault =>
  fault(name, "signed", SIGN, what, (p) =>
    wrap(p, "sign", (old) => (text, m) => [...old(text, m), ...keys(m, p).map((key) => hmac(key, text))]),
  );

const windowed = (
  name: string,
  what: string,
  test: (stamp: string, age: number, x: Exchange) => boolean,
): Fault =>
  fault(name, "signed", STAMP, what, (p) =>
    wrap(p, "timely", (old) => (stamp, x) => old(stamp, x) || test(stamp, p.now() - Number(stamp), x)),
  );

const anyOp = (): boolean => true;

/** Timestamps and secrets that are taken although they are wrong. */
export const STAMP_FAULTS: Fault[] = [
  signsWith("secret-other", "the other merchant's secret is taken", (m, p) => [otherOf(p, m).secret]),
  signsWith("secret-empty", "an empty secret is taken", () => [""]),
  signsWith("secret-key", "the API key is taken as secret", (m) => [m.apiKey]),
  signsWith("secret-trimmed", "the secret without its last character is taken", (m) => [
    m.secret.slice(0, -1),
  ]),
  signsWith("secret-64", "a secret with more at its end is taken", (m) => [
    `${m.secret}0`,
    `${m.secret} `,
    `${m.secret}x`,
  ]),
  fault("secret-none", "signed", SIGN, "a hash without a secret is taken", (p) =>
    wrap(p, "sign", (old) => (text, m) => [...old(text, m), sha256(text)]),
  ),
  fault("hash-md5", "signed", SIGN, "HMAC with MD5 or SHA-1 is taken", (p) =>
    wrap(p, "sign", (old) => (text, m) => [
      ...old(text, m),
      ...["md5", "sha1"].map((h) => createHmac(h, m.secret).update(text).digest("hex")),
    ]),
  ),
  windowed("stale", "old timestamps are taken", (_s, age) => age > 0),
  windowed("future", "timestamps ahead are taken", (_s, age) => age < 0),
  windowed("stale-query", "old timestamps are taken by query", (_s, age, x) => age > 0 && x.op === "query"),
  windowed(
    "stale-disable",
    "old timestamps are taken by disable",
    (_s, age, x) => age > 0 && x.op === "disable",
  ),
  windowed(
    "future-register",
    "timestamps ahead are taken by register",
    (_s, age, x) => age < 0 && x.op === "register",
  ),
  windowed("window-hour", "the window is an hour", (_s, age) => Math.abs(age) <= 3_600_000),
  windowed("window-600", "the window is ten minutes", (_s, age) => Math.abs(age) <= 600_000),
  windowed("window-day", "the window is a day back", (_s, age) => age > 0 && age < 86_400_000),
  windowed(
    "stamp-words",
    "timestamps that are no numbers are taken",
    (stamp) => stamp !== "" && Number.isNaN(Number(stamp)),
  ),
  windowed("stamp-zero", "timestamp 0 is taken", (stamp) => Number(stamp) === 0),
  windowed("stamp-negative", "negative timestamps are taken", (stamp) => stamp.startsWith("-")),
  windowed("stamp-huge", "timestamps of more than 15 digits are taken", (stamp) => /^\d{16,}$/.test(stamp)),
  windowed(
    "stamp-date",
    "dates are taken as timestamps",
    (stamp) => Number.isNaN(Number(stamp)) && !Number.isNaN(Date.parse(stamp)),
  ),
  blank("stamp-absent", "a missing timestamp passes", STAMP, "x-timestamp", anyOp),
  blank(
    "stamp-absent-disable",
    "a missing timestamp passes on disable",
    STAMP,
    "x-timestamp",
    (x) => x.op === "disable",
  ),
];
