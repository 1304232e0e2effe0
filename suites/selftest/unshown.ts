import type { Axis } from "../../lib/reference/choices.ts";

const OF_EVENTS = "An axis of events changes it: `deliveries-shown.txt` says which.";

/** Observations that no axis changes, and why there can be none. */
export const WITHOUT_AXIS: Readonly<Record<string, string>> = {
  "signature.unclaimed":
    "The profile decides it: rules that it claims are judged, and the reference enforces what the profile claims.",
  "freshness.nonce-at-the-same-time": "A race: in one process requests arrive one after the other.",
  "authorization.scope-names": "The profile decides it: the reference has the scopes that the profile names.",
  "delivery.answer": OF_EVENTS,
  "delivery.at-registering": OF_EVENTS,
  "delivery.certificate": OF_EVENTS,
  "delivery.event-types": OF_EVENTS,
  "delivery.giving-up": OF_EVENTS,
  "delivery.headers": OF_EVENTS,
  "delivery.payload": OF_EVENTS,
  "delivery.queued": OF_EVENTS,
  "delivery.redirects": OF_EVENTS,
  "delivery.retry-schedule": OF_EVENTS,
  "delivery.several": OF_EVENTS,
  "delivery.signing": OF_EVENTS,
  "delivery.slow-answers": OF_EVENTS,
  "delivery.successes": OF_EVENTS,
  "delivery.timing": OF_EVENTS,
  "three-d-secure.path":
    "The profile decides it; and what may have an effect for good is called by checks alone, not to observe it.",
  "limits.latency": "Another one in every run, by the axes latencyMs and jitter too.",
};

const OVER_A_SOCKET = "It shows over a socket only, and there no observation is about it.";
const REPAIRED = "Checks ask it: what is stored of a callback URL that may be repaired is judged.";
const OF_THE_SERVICE = "Checks of the MCP service meet it, and no observation is about it.";
const LIMITED_AT_TIMES = "It shows where the limit happens to meet a request of an observation.";
const IN_TIME = "It shows in limits.latency alone, which is another one in every run.";

/** Axes, or values of one, that change no observation, and why. */
export const SHOWS_NOTHING: Readonly<Partial<Record<Axis | `${Axis}=${string}`, string>>> = {
  omission: "It shows where fields are left out: a test of its own.",
  "firstId=0": "An id is as large as with the default.",
  "statusAfterReRegister=1": "The first register enables already.",
  paddedUrl: REPAIRED,
  whiteSpaceInHost: REPAIRED,
  slashesOfUrl: REPAIRED,
  urlInArray: REPAIRED,
  urlOfAnother: "Whether two merchants may have one callback URL is judged, as an advice.",
  storedForm: "The form in which an accepted URL comes back is judged, as an advice.",
  headerCase: OVER_A_SOCKET,
  framing: OVER_A_SOCKET,
  connection: OVER_A_SOCKET,
  writes: OVER_A_SOCKET,
  "defence=ban": "The ban needs more offences than these observations send.",
  "simulatedClock=sixty-times-as-fast": "How far times are from the true ones is no observation.",
  "simulatedClock=a-day-behind": "How far times are from the true ones is no observation.",
  clockSkewMs: "Times of two nodes differ by it, and no observation compares them.",
  givesUp: "What disables by itself is taken for what may move, and no observation is about it.",
  latencyMs: IN_TIME,
  jitter: IN_TIME,
  mcpSessions: OF_THE_SERVICE,
  mcpAnswers: OF_THE_SERVICE,
  mcpGet: OF_THE_SERVICE,
  mcpDelete: OF_THE_SERVICE,
  mcpMetadataPlace: OF_THE_SERVICE,
  mcpMalformedToken: OF_THE_SERVICE,
  mcpTokenCheck: OF_THE_SERVICE,
  mcpScopeRefusal: OF_THE_SERVICE,
  mcpListing: OF_THE_SERVICE,
  mcpResource: OF_THE_SERVICE,
  mcpIssuer: OF_THE_SERVICE,
  mcpServerMetadata: OF_THE_SERVICE,
  mcpIss: OF_THE_SERVICE,
  mcpTokenFormat: OF_THE_SERVICE,
  mcpRefreshTokens: OF_THE_SERVICE,
  mcpGrants: OF_THE_SERVICE,
  mcpReplay: OF_THE_SERVICE,
  mcpPlainChallenge: OF_THE_SERVICE,
  mcpAuthorizationError: OF_THE_SERVICE,
  mcpInvalidClient: OF_THE_SERVICE,
  mcpConsent: OF_THE_SERVICE,
  mcpNarrowedScope: OF_THE_SERVICE,
  mcpAbsentScope: OF_THE_SERVICE,
  mcpReads: OF_THE_SERVICE,
  mcpOutput: OF_THE_SERVICE,
  mcpRevocation: OF_THE_SERVICE,
  mcpUnknownRevision: OF_THE_SERVICE,
  mcpWrongUse: OF_THE_SERVICE,
};

/** Values of an axis that an observation may show or not, and why. */
export const SHOWS_AT_TIMES: Readonly<Partial<Record<`${Axis}=${string}`, string>>> = {
  "timePrecision=trimmed": "It shows where a time of the run happens to end in zeros.",
  "defence=every-30th-by-code": LIMITED_AT_TIMES,
  "defence=every-30th-by-code-with-retry-after": LIMITED_AT_TIMES,
  "defence=30-a-second-by-code": LIMITED_AT_TIMES,
  "defence=66-a-second-by-code": LIMITED_AT_TIMES,
  "defence=66-a-second-by-code-with-retry-after": LIMITED_AT_TIMES,
  "defence=150-a-minute-by-code": LIMITED_AT_TIMES,
};
