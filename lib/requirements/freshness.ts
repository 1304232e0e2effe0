import type { Area } from "./requirement.ts";

const FRESH = "The deployment claims a tolerance for the request timestamp, and this one lies outside it.";
const ONCE = "The nonce is unique for the request, and the deployment claims to accept each only once.";

export const freshness = {
  "freshness.timestamp-integer": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request whose X-Timestamp is not an integer is refused.",
    because: "X-Timestamp is an integer, and the deployment claims to compare it with its clock.",
    when: "claims timestamp tolerance",
  },
  "freshness.timestamp-too-old": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request older than the claimed tolerance is refused.",
    because: FRESH,
    when: "claims timestamp tolerance",
  },
  "freshness.timestamp-too-new": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request further in the future than the claimed tolerance is refused.",
    because: FRESH,
    when: "claims timestamp tolerance",
  },
  "freshness.nonce-replayed": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request that repeats an accepted one, byte for byte, is refused.",
    because: ONCE,
    when: "claims single-use nonces",
  },
  "freshness.nonce-same-operation": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A nonce accepted before is refused on the same operation with a timestamp or body of its own.",
    because: ONCE,
    when: "claims single-use nonces",
  },
  "freshness.nonce-other-operation": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A nonce accepted before is refused on another operation.",
    because: ONCE,
    when: "claims single-use nonces",
  },
  "freshness.nonce-other-connection": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A nonce accepted before is refused on another connection.",
    because: ONCE,
    when: "claims single-use nonces",
  },
  "freshness.nonce-after-pause": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A nonce accepted before is refused after a pause and after other requests.",
    because: ONCE,
    when: "claims single-use nonces",
  },
  "freshness.nonce-at-the-same-time": {
    level: "unspecified",
    sections: ["5"],
    text: "How many of several requests with the same nonce are accepted when they arrive at the same time.",
    when: "signed mode",
  },
  "freshness.tolerance": {
    level: "unspecified",
    sections: ["5"],
    text: "The tolerance of the timestamp on both sides.",
    when: "signed mode",
  },
  "freshness.nonce-of-refused": {
    level: "unspecified",
    sections: ["5"],
    text: "Whether a nonce counts as used after the request that carried it was refused.",
    when: "signed mode",
  },
  "freshness.nonce-of-other-merchant": {
    level: "unspecified",
    sections: ["5"],
    needs: ["second-merchant"],
    text: "Whether two merchants may use the same nonce.",
    when: "signed mode",
  },
} as const satisfies Area<"freshness">;
