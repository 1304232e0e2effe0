import type { Area } from "./requirement.ts";

const SIGNED =
  "The deployment claims to verify the request signature; this one was not made for this request with the merchant's secret.";
const COMPONENTS =
  "The signature header fields are listed for every request, and the deployment claims to verify them.";

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
    needs: ["second-merchant"],
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
  "signature.covers-method": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A signature made for another HTTP method is refused, where the signature covers the method.",
    because: SIGNED,
    when: "claims signature",
  },
  "signature.not-reused": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "The signature of an accepted request is refused on a request that differs in body, operation, timestamp or nonce.",
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
    needs: ["second-merchant"],
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
  "signature.nonce-absent": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request whose X-Nonce is absent or empty is refused.",
    because: COMPONENTS,
    when: "claims signature or single-use nonces",
  },
  "signature.refusal-reveals-nothing": {
    level: "inferred",
    sections: ["1", "5"],
    text: "A refusal for lack of a valid signature reveals nothing of any configuration.",
    because: "Query returns the caller's configuration, and nobody has proven to be the caller.",
    when: "claims a signature rule",
    ambient: true,
  },
  "signature.refusal-has-no-effect": {
    level: "inferred",
    sections: ["1", "5"],
    readsOneOf: ["id", "merchantId", "callbackUrl", "eventTypes", "status", "createTime"],
    text: "A register or disable refused for lack of a valid signature changes nothing.",
    because: "Register and disable act for the caller, and nobody has proven to be the caller.",
    when: "claims a signature rule",
    ambient: true,
  },
  "signature.unclaimed": {
    level: "unspecified",
    sections: ["5"],
    text: "Which signature rules that the profile does not claim the target enforces all the same.",
    when: "signed mode",
  },
  "signature.letter-case": {
    level: "unspecified",
    sections: ["5"],
    text: "A hexadecimal signature in upper case.",
    when: "signed mode",
  },
} as const satisfies Area<"signature">;
