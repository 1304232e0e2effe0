import type { Axis } from "../../lib/reference/choices.ts";

const OF_EVENTS = "An axis of events changes it: `deliveries-told.txt` says which.";
const OVER_A_SOCKET = "It shows over a socket only, and there no observation is about it.";

const OTHER_ROWS = "The reference has no choice about it: other rows of the same table change.";
const IN_API_KEY_MODE =
  "The axes of answers are tried in api-key mode, where they change each trait of the other rejections.";

/** Observations, and parts of them, that no axis changes, and why there can be none. */
export const WITHOUT_AXIS: Readonly<Record<string, string>> = {
  "freshness.nonces-and-times (a nonce at the same time)":
    "A race: in one process requests arrive one after the other.",
  "freshness.nonces-and-times (a nonce refused with its signature)":
    "The reference verifies the signature first, so such a nonce is never used up.",
  "freshness.nonces-and-times (tolerance in the past)":
    "The profile decides it: the reference has the tolerance that the profile claims.",
  "freshness.refusals": IN_API_KEY_MODE,
  "signature.refusals": IN_API_KEY_MODE,
  "authorization.service (scopes)":
    "The profile decides it: the reference has the scopes that the profile names.",
  "delivery.answers": OF_EVENTS,
  "delivery.failures": OF_EVENTS,
  "delivery.gives-up": OF_EVENTS,
  "delivery.order": OF_EVENTS,
  "delivery.request": OF_EVENTS,
  "delivery.signing": OF_EVENTS,
  "three-d-secure.answers":
    "The profile decides it; and what may have an effect for good is called by checks alone, not to observe it.",
  length: OVER_A_SOCKET,
  "header names": OVER_A_SOCKET,
  connection: OVER_A_SOCKET,
  "X-Timestamp": OTHER_ROWS,
  "X-Nonce": OTHER_ROWS,
  "Authorization: ApiKey": OTHER_ROWS,
  "application/json; charset=utf-8": OTHER_ROWS,
  "no User-Agent": OTHER_ROWS,
  "double quotes": OTHER_ROWS,
  "upper-case host": OTHER_ROWS,
  "one by one": "A race: in one process requests arrive one after the other.",
  "query parameter version=2": OTHER_ROWS,
  "header X-API-Version: 2": OTHER_ROWS,
  "limits.latency": "Another one in every run, by the axes latencyMs and jitter too.",
};

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
  "defence=firewall": "It rejects words in bodies, and requests, that no observation sends.",
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
  "givesUp=now-and-then": "It shows where a webhook happens to fall beside an observed request.",
  "defence=firewall": "It shows where the URL that is observed is one that the firewall blocks.",
  "defence=every-30th-by-code": LIMITED_AT_TIMES,
  "defence=every-30th-by-code-with-retry-after": LIMITED_AT_TIMES,
  "defence=30-a-second-by-code": LIMITED_AT_TIMES,
  "defence=66-a-second-by-code": LIMITED_AT_TIMES,
  "defence=66-a-second-by-code-with-retry-after": LIMITED_AT_TIMES,
  "defence=150-a-minute-by-code": LIMITED_AT_TIMES,
};
