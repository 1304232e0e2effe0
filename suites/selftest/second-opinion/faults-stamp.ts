import { blank } from "./blank-header.ts";
import { createHmac } from "node:crypto";
import { fault, wrap } from "./tools.ts";
import type { Exchange, Fault } from "./types.ts";

const SIGN = "5.2 X-Signature";
const STAMP = "5.2 X-Timestamp";

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
  fault("hash-md5", "signed", SIGN, "HMAC with MD5 or SHA-1 is taken", (p) =>
    wrap(p, "sign", (old) => (text, m) => [
      ...old(text, m),
      ...["md5", "sha1"].map((h) => createHmac(h, m.secret).update(text).digest("hex")),
    ]),
  ),
  windowed("stale", "old timestamps are taken", (_s, age) => age > 0),
  windowed("future", "timestamps ahead are taken", (_s, age) => age < 0),
  windowed("stamp-zero", "timestamp 0 is taken", (stamp) => Number(stamp) === 0),
  blank("stamp-absent", "a missing timestamp passes", STAMP, "x-timestamp", anyOp),
];
