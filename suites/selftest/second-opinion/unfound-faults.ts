type Why =
  /** Only an attack shows it, and the suite sends no attacks. */
  | "attack"
  /** The document does not forbid it. */
  | "open"
  /** This version does not check it. */
  | "uncovered"
  /** A run does not fail and does not pass: it reports a check that it could not decide. */
  | "undecided"
  /** It cannot show in this process, where only readings of the clock advance the time. */
  | "too quick";

/** Faults that no check finds at standard depth in a mode in which they show, and why this is acceptable. */
export const UNFOUND_FAULTS: Readonly<Record<string, readonly [Why, string]>> = {
  "key-quote": [
    "attack",
    "Only a key that goes on as a statement of its own shows it: a firewall takes that for an attack, and bans the run.",
  ],
  "hash-md5": [
    "open",
    "The algorithm is not shown: a second one, with the right secret, contradicts nothing.",
  ],
  "sign-reserialised": [
    "open",
    "No request shows how a body is signed. This signature covers the content of the body too.",
  ],
  "tab-lead": ["open", "A warning: query returns a text of which URL parsers make the URL."],
  "array-of-one": ["open", "The server repairs the request: it stores a string that is a URL."],
  "slash-added": ["open", "A warning: the URL that query returns is equivalent."],
  "dots-resolved": ["open", "A warning: the URL that query returns is equivalent."],
  "lower-case-host": ["open", "A warning: the URL that query returns is equivalent."],
  "port-443-removed": ["open", "A warning: the URL that query returns is equivalent."],
  "parser-form": ["open", "A warning: the URL that query returns is equivalent."],
  "nonce-race-5": ["open", "Observed: freshness.nonce-at-the-same-time."],
  "nonce-kept-on-success": ["open", "Observed: freshness.nonce-of-refused."],
  "others-open": ["uncovered", "The operations that are only named have no checks."],
  "others-any-key": ["uncovered", "The operations that are only named have no checks."],
  "others-bare": ["uncovered", "The operations that are only named have no checks."],
  "locks-after": ["undecided", "Refused for good after many: a cap may do that, and the run is incomplete."],
  "register-refused-shared": [
    "open",
    "A warning: the document does not say that two merchants may have one URL.",
  ],
  "stale-10": [
    "too quick",
    "The clock of this process advances 1 ms per reading: a signed query comes later than 10 ms after a write.",
  ],
  "recent-trust": ["too quick", "The request after one with the right key comes later than 5 ms."],
};
