import type { Binding } from "../../engine/requirement/requirement.ts";
import type { Profile } from "../schema/profile-schema.ts";

type Deployment = Pick<Profile, "auth">;

export const apiKeyMode = binding("in api-key mode only", ({ auth }) => auth.mode === "api-key");
export const signedMode = binding("in signed mode only", ({ auth }) => auth.mode === "signed");

/** A proxy, and HTTP/2, frame requests in their own way. */
export const ownFraming: Binding<Pick<Profile, "target">> = {
  when: "only over HTTP/1.1 without a proxy, where a request arrives in the form in which it is sent",
  holds: ({ target }) => target.proxy === null && !target.http2,
};

export const claimsSignature = claims("signature", ({ signature }) => signature);
export const claimsTolerance = claims("timestamp tolerance", hasTolerance);
export const claimsSingleUse = claims("single-use nonces", ({ nonceSingleUse }) => nonceSingleUse);
export const claimsAnyRule = claims(
  "a signature rule",
  (rules) => rules.signature || hasTolerance(rules) || rules.nonceSingleUse,
);
export const claimsSignatureOrTolerance = claims(
  "signature or timestamp tolerance",
  (rules) => rules.signature || hasTolerance(rules),
);
export const claimsSignatureOrSingleUse = claims(
  "signature or single-use nonces",
  ({ signature, nonceSingleUse }) => signature || nonceSingleUse,
);
export const claimsSignatureAndSingleUse = claims(
  "signature and single-use nonces",
  ({ signature, nonceSingleUse }) => signature && nonceSingleUse,
);

function binding(when: string, holds: (deployment: Deployment) => boolean): Binding<Deployment> {
  return { when, holds };
}

function claims(what: string, holds: (rules: Profile["auth"]["enforces"]) => boolean): Binding<Deployment> {
  return binding(`only where the deployment claims ${what} (auth.enforces)`, ({ auth }) =>
    holds(auth.enforces),
  );
}

function hasTolerance({ timestampToleranceSeconds }: Profile["auth"]["enforces"]): boolean {
  return typeof timestampToleranceSeconds === "number";
}
