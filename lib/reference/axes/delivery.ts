/** How events are delivered, where the document is silent (§6, §8). They show only where an event occurs. */
export const deliveryAxes = {
  /** From an event to its first delivery. */
  deliveryDelayMs: [0, 50, 500],
  deliveryOrder: ["of-the-events", "every-other-late"],
  /** Pauses before the retries. */
  retryGaps: [
    "20-ms",
    "doubling-from-50-ms",
    "one-hour",
    "doubling-from-2-s",
    "fivefold-from-2-s",
    "up-and-down",
  ],
  /** How far a pause is from the one that is meant: `20-percent` either way, `full`: between none and all of it. */
  retryJitter: ["none", "20-percent", "full"],
  /** Where the retries of an event go after its configuration is updated. */
  retryAfterUpdate: ["old-url", "new-url", "dropped"],
  /** A client error as the answer to a delivery. */
  clientErrorAnswer: ["retried", "final"],
  redirectAnswer: ["retried", "final", "success"],
  /** Where a redirect names a URL: `as-browsers-do` asks by GET after 301, 302 and 303; `unchanged` repeats the delivery. */
  deliveryRedirects: ["not-followed", "as-browsers-do", "unchanged"],
  /** Which answers of success end a delivery. */
  acceptedAnswers: ["any-2xx", "200-only", "with-a-body"],
  /** How long an answer is waited for. */
  deliveryTimeoutMs: [10_000, 5_000, 200],
  /** `blocking`: events of a merchant wait for the one before, and for its retries. */
  deliveryQueue: ["parallel", "blocking"],
  /** Whether events of a merchant that occur close together come in one request. */
  deliveryBatches: ["none", "within-50-ms"],
  duplicateDeliveries: ["none", "every-third"],
  /** `one-with-each`: what is triggered causes another event of the same type, as an authorisation its clearing. */
  extraEvents: ["none", "one-with-each"],
  /** Whether attempts at one event differ: many carry their number, or their time. */
  attemptInPayload: ["no", "number"],
  deliveryMethod: ["POST", "PUT"],
  /**
   * `challenge`: two members, one of which is called like what a callback URL is verified by; the type is in a header.
   * `encrypted`: nothing in it can be read, and each attempt encrypts it anew.
   */
  deliveryPayload: ["flat", "enveloped", "form", "challenge", "encrypted"],
  deliverySigning: ["none", "hmac-sha256", "standardwebhooks"],
  /** Which a receiver on loopback may show; elsewhere it must be one of a known authority all the same. */
  receiverCertificate: ["any", "of-renown"],
  /** Addresses that are taken and never delivered to. */
  undeliveredAddresses: ["none", "loopback"],
  /** Effect of several failed deliveries in a row on `status`. */
  statusAfterFailedDeliveries: ["kept", 0, "0-for-300-ms"],
  /**
   * `ping`: an event of its own goes to a URL that is new. `bare-ping`: after each register, a request that has nothing of
   * an event, and is not signed, goes to the URL.
   */
  deliveryAtRegister: ["none", "ping", "late-ping", "bare-ping"],
} as const;
