import type { Area } from "./requirement.ts";

const SIGNED =
  "The deployment claims to verify the request signature; this one was not made for this request with the merchant's secret.";
const COMPONENTS =
  "The signature header fields are listed for every request, and the deployment claims to verify them.";
const FRESH = "The deployment claims a tolerance for the request timestamp, and this one lies outside it.";
const ONCE = "The nonce is unique for the request, and the deployment claims to accept each only once.";

export const signature = {
  "signature.absent": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request whose X-Signature is absent or empty is refused.",
    because: COMPONENTS,
    when: "claims signature",
  },
  "signature.wrong": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request whose X-Signature is wrong is refused.",
    because: SIGNED,
    when: "claims signature",
  },
  "signature.part": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request whose X-Signature is a part of the right one, or has more behind it, is refused.",
    because: SIGNED,
    when: "claims signature",
  },
  "signature.other-secret": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request signed with another merchant's secret is refused.",
    because: SIGNED,
    when: "claims signature",
  },
  "signature.covers-path": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A signature made for the path of another operation is refused.",
    because: SIGNED,
    when: "claims signature",
  },
  "signature.covers-body": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A signature made for another body is refused.",
    because: SIGNED,
    when: "claims signature",
  },
  "signature.covers-timestamp": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A signature made for another timestamp is refused.",
    because: SIGNED,
    when: "claims signature",
  },
  "signature.covers-nonce": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A signature made for another nonce is refused.",
    because: SIGNED,
    when: "claims signature",
  },
  "signature.covers-api-key": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request with a merchant's key and the signature of another merchant is refused.",
    because: SIGNED,
    when: "claims signature",
  },
  "signature.timestamp-absent": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request whose X-Timestamp is absent or empty is refused.",
    because: COMPONENTS,
    when: "claims signature or timestamp tolerance",
  },
  "signature.timestamp-integer": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request whose X-Timestamp is not an integer is refused.",
    because: "X-Timestamp is an integer, and the deployment claims to compare it with its clock.",
    when: "claims timestamp tolerance",
  },
  "signature.timestamp-too-old": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request older than the claimed tolerance is refused.",
    because: FRESH,
    when: "claims timestamp tolerance",
  },
  "signature.timestamp-too-new": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request further in the future than the claimed tolerance is refused.",
    because: FRESH,
    when: "claims timestamp tolerance",
  },
  "signature.nonce-absent": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request whose X-Nonce is absent or empty is refused.",
    because: COMPONENTS,
    when: "claims signature or single-use nonces",
  },
  "signature.nonce-replayed": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request that repeats an accepted one, byte for byte, is refused.",
    because: ONCE,
    when: "claims single-use nonces",
  },
  "signature.nonce-same-operation": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A nonce accepted before is refused on the same operation with a timestamp or body of its own.",
    because: ONCE,
    when: "claims single-use nonces",
  },
  "signature.nonce-other-operation": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A nonce accepted before is refused on another operation.",
    because: ONCE,
    when: "claims single-use nonces",
  },
  "signature.nonce-after-pause": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A nonce accepted before is refused after a pause and after other requests.",
    because: ONCE,
    when: "claims single-use nonces",
  },
  "signature.refusal-reveals-nothing": {
    level: "inferred",
    sections: ["1", "5"],
    text: "A refusal for lack of a valid signature reveals nothing of any configuration.",
    because: "Query returns the caller's configuration, and nobody has proven to be the caller.",
    when: "signed mode",
    ambient: true,
  },
  "signature.refusal-has-no-effect": {
    level: "inferred",
    sections: ["1", "5"],
    text: "A register or disable refused for lack of a valid signature changes nothing.",
    because: "Register and disable act for the caller, and nobody has proven to be the caller.",
    when: "signed mode",
    ambient: true,
  },
  "signature.tolerance": {
    level: "unspecified",
    sections: ["5"],
    text: "The tolerance of the timestamp on both sides.",
    when: "signed mode",
  },
  "signature.unclaimed": {
    level: "unspecified",
    sections: ["5"],
    text: "Which signature rules that the profile does not claim the target enforces all the same.",
    when: "signed mode",
  },
  "signature.nonce-of-refused": {
    level: "unspecified",
    sections: ["5"],
    text: "Whether a nonce counts as used after the request that carried it was refused.",
    when: "signed mode",
  },
  "signature.nonce-of-other-merchant": {
    level: "unspecified",
    sections: ["5"],
    text: "Whether two merchants may use the same nonce.",
    when: "signed mode",
  },
  "signature.letter-case": {
    level: "unspecified",
    sections: ["5"],
    text: "A hexadecimal signature in upper case.",
    when: "signed mode",
  },
} as const satisfies Area<"signature">;
