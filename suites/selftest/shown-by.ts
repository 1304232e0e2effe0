import type { Axis } from "../../lib/reference/choices.ts";
import type { UnspecifiedId } from "../../lib/requirements/catalogue.ts";

type Ids = readonly UnspecifiedId[];

const REFUSALS: Ids = ["envelope.refusal-codes", "envelope.wording"];
const ID: Ids = ["isolation.id-scope", "configuration.id-size"];
const UPDATE_TIMES: Ids = ["register.update-time", "disable.update-time"];
const STATUSES: Ids = [
  "register.status-after-first",
  "register.status-after-again",
  "register.status-after-disabled",
];

/** The observations that a choice of the reference changes, by its axis. */
const BY_AXIS: Readonly<Record<Axis, Ids>> = {
  successCode: ["envelope.success-code"],
  refusalCode: ["envelope.refusal-codes"],
  msg: ["envelope.wording"],
  message: ["envelope.wording"],
  wording: ["envelope.wording"],
  successStatus: ["envelope.http-statuses"],
  refusalStatus: ["envelope.http-statuses"],
  refusalData: ["envelope.refusal-data"],
  envelopeExtras: ["envelope.extra-members"],
  memberOrder: ["envelope.json-style"],
  jsonStyle: ["envelope.json-style"],
  contentType: ["envelope.content-type"],
  contentEncoding: ["envelope.headers"],
  dateHeader: ["envelope.headers", "limits.clock"],
  omittedFields: ["configuration.fields-returned"],
  omission: [],
  configurationExtras: ["configuration.fields-returned"],
  firstId: ["configuration.id-size"],
  idScope: ["isolation.id-scope"],
  merchantIdFormat: ["configuration.merchant-id-form"],
  timeZone: ["configuration.time-format"],
  timePrecision: ["configuration.time-format"],
  timeStyle: ["configuration.time-format"],
  eventTypes: ["configuration.event-types-list"],
  initialStatus: ["register.status-after-first"],
  statusAfterReRegister: ["register.status-after-again"],
  statusAfterRegisterOnDisabled: [
    "register.status-after-again",
    "register.status-after-disabled",
    "disable.with-body",
    "disable.other-methods",
    "disable.update-time",
  ],
  retryCount: ["configuration.retry-count-value"],
  updateTimeOnSameUrl: ["register.update-time"],
  updateTimeOnUpdate: ["register.update-time"],
  updateTimeOnDisable: ["disable.update-time"],
  queryWithNothing: ["query.without-configuration"],
  disableWithNothing: ["disable.without-configuration"],
  secondDisable: ["disable.second-answer"],
  unknownMembers: ["register.unknown-members"],
  memberCase: ["register.member-case"],
  duplicateMembers: ["register.duplicate-members"],
  jsonReading: ["register.lenient-json"],
  unexpectedBody: ["query.with-body", "disable.with-body"],
  otherContentType: ["register.content-types"],
  otherMethods: ["register.other-methods", "query.other-methods", "disable.other-methods"],
  validationBeforeAuthentication: ["api-key.before-validation"],
  namedOperations: [],
  portUrl: ["callback-url.port"],
  userinfoUrl: ["callback-url.userinfo"],
  fragmentUrl: ["callback-url.fragment"],
  upperCaseSchemeUrl: ["callback-url.upper-case-scheme"],
  ipLiteralUrl: ["callback-url.ip-literal"],
  singleLabelUrl: ["callback-url.single-label"],
  unusualHostUrl: ["callback-url.unusual-host"],
  dotSegmentUrl: ["callback-url.dot-segments"],
  nonAsciiHostUrl: ["callback-url.international"],
  nonAsciiPathUrl: ["callback-url.international", "callback-url.length-unit"],
  whitespaceUrl: ["callback-url.repaired-white-space"],
  unescapedUrl: ["callback-url.unescaped"],
  malformedEscapeUrl: ["callback-url.unescaped"],
  lengthUnit: ["callback-url.length-unit"],
  signatureInApiKeyMode: ["api-key.ignored-signature"],
  futureTolerance: ["freshness.tolerance"],
  nonceScope: ["freshness.nonce-of-other-merchant"],
  nonceSpentBy: ["freshness.nonce-of-refused"],
  credentialReasons: REFUSALS,
  unknownPath: [
    "envelope.unknown-path",
    "envelope.content-type",
    "envelope.refusal-codes",
    "envelope.refusal-data",
    "envelope.wording",
  ],
  keyElsewhere: ["api-key.elsewhere"],
  repeatedKey: ["api-key.repeated-header"],
  signatureLetterCase: ["signature.letter-case"],
  otherVersions: ["versioning.other-prefixes"],
  longLabelUrl: ["callback-url.long-label"],
  headerCase: [],
  framing: [],
  connection: [],
  writes: [],
  latencyMs: [],
  jitter: [],
  clockOffsetMs: ["limits.clock"],
  rateLimit: ["limits.rate"],
  infrastructure: [],
};

/** Observations that no axis changes, and why there can be none. */
export const WITHOUT_AXIS: Readonly<Partial<Record<UnspecifiedId, string>>> = {
  "signature.unclaimed":
    "The profile decides it: rules that it claims are judged, and the reference enforces what the profile claims.",
  "freshness.nonce-at-the-same-time": "A race: in one process requests arrive one after the other.",
  "concurrency.linearizable":
    "The reference serves one request after the other; what it would be otherwise, mutants show.",
  "limits.latency": "Another one in every run, by the axes latencyMs and jitter too.",
};

/** Where one value shows elsewhere than the others of its axis, or not at all because it comes to the same as the default. */
const BY_VALUE: Readonly<Record<string, Ids>> = {
  "firstId=0": [],
  "statusAfterReRegister=1": [],
  "otherContentType=refused": [
    "register.content-types",
    "envelope.refusal-codes",
    "envelope.http-statuses",
    "envelope.wording",
  ],
};

/** What cannot be seen of a target that does not return a field. */
const BY_FIELD: Readonly<Record<string, Ids>> = {
  id: ID,
  merchantId: ["configuration.merchant-id-form"],
  callbackUrl: ["register.duplicate-members"],
  eventTypes: ["configuration.event-types-list"],
  status: STATUSES,
  retryCount: ["configuration.retry-count-value"],
  createTime: [],
  updateTime: UPDATE_TIMES,
  "createTime,updateTime": ["configuration.time-format"],
};

/** The observations that another value of an axis changes, in the order of the alphabet. */
export function shownBy(axis: Axis, value: unknown): readonly string[] {
  const ids = BY_VALUE[`${axis}=${String(value)}`] ?? BY_AXIS[axis];
  const lost = axis === "omittedFields" ? lostWith(String(value).split(",")) : [];
  return [...new Set([...ids, ...lost])].toSorted();
}

function lostWith(fields: readonly string[]): string[] {
  return Object.entries(BY_FIELD)
    .filter(([names]) => names.split(",").every((name) => fields.includes(name)))
    .flatMap(([, ids]) => ids);
}
