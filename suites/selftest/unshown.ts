import type { Axis } from "../../lib/reference/choices.ts";

const OF_EVENTS = "An axis of events changes it: `deliveries-shown.txt` says which.";

/** Observations that no axis changes, and why there can be none. */
export const WITHOUT_AXIS: Readonly<Record<string, string>> = {
  "signature.unclaimed":
    "The profile decides it: rules that it claims are judged, and the reference enforces what the profile claims.",
  "freshness.nonce-at-the-same-time": "A race: in one process requests arrive one after the other.",
  "concurrency.linearizable":
    "The reference serves one request after the other; what it would be otherwise, mutants show.",
  "dialects.user-agent": "The reference never looks at it; what servers do about it shows elsewhere.",
  "delivery.answer": OF_EVENTS,
  "delivery.event-types": OF_EVENTS,
  "delivery.headers": OF_EVENTS,
  "delivery.payload": OF_EVENTS,
  "delivery.timing": OF_EVENTS,
  "limits.latency": "Another one in every run, by the axes latencyMs and jitter too.",
};

const OVER_A_SOCKET = "It shows over a socket only, and there no observation is about it.";
const REPAIRED = "Checks ask it: what is stored of a callback URL that may be repaired is judged.";
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
  storedForm: "The form in which an accepted URL comes back is judged, as an advice.",
  headerCase: OVER_A_SOCKET,
  framing: OVER_A_SOCKET,
  connection: OVER_A_SOCKET,
  writes: OVER_A_SOCKET,
  latencyMs: IN_TIME,
  jitter: IN_TIME,
  infrastructure: "Answers of a gateway are no answers of the target.",
};
