/** How credentials are handled beyond what a deployment claims (§5). */
export const credentialAxes = {
  /** Signature headers in api-key mode, where the key alone suffices. */
  signatureInApiKeyMode: ["ignored", "refused"],
  /** Tolerance towards the future: as claimed, or a tenth of it. */
  futureTolerance: ["as-claimed", "tenth"],
  nonceScope: ["merchant", "service"],
  /** When a nonce counts as used. */
  nonceSpentBy: ["authenticated", "successful"],
  /** Whether each refused credential has its own reason. */
  credentialReasons: ["distinct", "one"],
} as const;
