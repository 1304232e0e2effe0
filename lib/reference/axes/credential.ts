/** How credentials are handled beyond what a deployment claims (§5). */
export const credentialAxes = {
  /** Signature headers in api-key mode, where the key alone suffices. */
  signatureInApiKeyMode: ["ignored", "refused"],
  /** Tolerance towards the future: as claimed, or a tenth of it. */
  futureTolerance: ["as-claimed", "tenth"],
  nonceScope: ["merchant", "service"],
  /** When a nonce counts as used. */
  nonceSpentBy: ["authenticated", "successful"],
  /** Where an API key is looked for when the header is absent. */
  keyElsewhere: ["ignored", "query-parameter", "authorization-header"],
  /** Which of several X-API-Key headers counts; `joined` takes them for one value, as a list is written. */
  repeatedKey: ["joined", "first", "last"],
  /** Whether a hexadecimal signature may be written in upper case. */
  signatureLetterCase: ["as-computed", "any"],
  /** Whether each refused credential has its own reason. */
  credentialReasons: ["distinct", "one"],
} as const;
