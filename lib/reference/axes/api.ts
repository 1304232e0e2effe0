const either = ["accepted", "refused"] as const;

/** Answers of the operations that the document only names: it shows neither their requests nor their answers (§2.4, §3.3, §4.3). */
export const namedOperationAxes = {
  /** `empty`: their lists hold nothing; `refused`: none of them is available to the merchant. */
  namedOperations: ["records", "empty", "refused"],
  /** Where the records of a list stand in `data`; `array`: `data` is the list; `beside-sums`: with a sum for each type. */
  recordsAt: ["list", "records", "nested", "array", "by-day", "beside-sums"],
  /** The one record of a detail: `data` itself, or a member of it, with others like it in a list beside it. */
  detailAt: ["data", "member", "beside-others"],
  /** `in-parts`: what a transaction is, and its amounts, are objects of their own. */
  transactionForm: ["flat", "in-parts"],
  /** Members of a list that describe its pages. */
  paging: ["total", "cursor", "none"],
  recordIds: ["by-kind", "id", "number"],
  typeSpelling: ["as-named", "upper-snake", "camel"],
  ninthType: ["Adjustment", "named-like-others", "never"],
  frozenAmount: ["cents", "decimal-text", "decimal"],
  cents: ["small", "beyond-2^53"],
  /** The answer to an operation on an unknown id. */
  unknownRecord: ["refused", "null-data", "empty-object"],
} as const;

/** Which unusual URLs the validator lets pass (§2.2 says "HTTPS URL"). Whatever is accepted is stored as given. */
export const urlAxes = {
  portUrl: either,
  userinfoUrl: either,
  fragmentUrl: either,
  upperCaseSchemeUrl: either,
  ipLiteralUrl: either,
  singleLabelUrl: either,
  /** Underscores, empty labels, labels over 63 or hosts over 253 characters, a trailing dot, escapes in the host. */
  unusualHostUrl: either,
  /** A label of 63 characters, the longest that there may be. */
  longLabelUrl: either,
  dotSegmentUrl: either,
  nonAsciiHostUrl: either,
  nonAsciiPathUrl: either,
  /** Blanks and control characters after the host. */
  whitespaceUrl: either,
  /** ASCII that RFC 3986 wants escaped after the host: `"<>^{|}[]` and the backtick. */
  unescapedUrl: either,
  /** `%` without two hexadecimal digits. */
  malformedEscapeUrl: either,
  /** The unit in which the 512 characters are counted; ASCII URLs have one length. */
  lengthUnit: ["utf-16", "code-points", "utf-8-bytes"],
} as const;

/** The choices of the API, by what they concern. */
export const apiAxes = {
  // How an answer looks: envelope, wording, JSON and HTTP. The document leaves all of it open (§2.3, §7).
  successCode: [0, 200, 1, -1, 20000, 9007199254740993n, "absent", "null"],
  /** `code` of a refusal; `as-success`: only `data` differs from a success. */
  refusalCode: ["by-reason", "one", "negative", "beyond-2^53", "as-success", "absent", "null"],
  msg: ["present", "absent", "null", "empty"],
  message: ["present", "absent", "null", "empty"],
  /** `echo` repeats the offending value in a refusal. */
  wording: ["plain", "unicode", "always-success", "echo"],
  successStatus: [200, 201, 202],
  /** HTTP status of a refusal; `by-reason` is 400, 401, 404, 405, 409 or 413. */
  refusalStatus: ["by-reason", "200", "400", "403", "422", "500"],
  refusalData: ["absent", "null", "false", "empty-object"],
  envelopeExtras: ["none", "fixed", "changing"],
  memberOrder: ["declared", "reversed", "rotating"],
  jsonStyle: ["compact", "pretty", "escaped-slashes", "unicode-escapes", "padded"],
  contentType: [
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    "application/vnd.issuer.v1+json",
    "text/plain; charset=utf-8",
    "absent",
  ],
  contentEncoding: ["identity", "gzip-when-asked", "gzip-always"],
  dateHeader: ["present", "absent"],
  /** The server that answers on a path that the document does not name: the API, or whatever stands before it. */
  unknownPath: ["envelope", "page", "json-with-the-path"],

  // Values and origin of the fields of a configuration (§2.1, §3.1).
  /** Comma-separated fields that query never returns. */
  omittedFields: [
    "none",
    "id",
    "merchantId",
    "callbackUrl",
    "eventTypes",
    "status",
    "retryCount",
    "createTime",
    "updateTime",
    "createTime,updateTime",
    "id,merchantId",
    "eventTypes,retryCount",
    "id,merchantId,eventTypes,retryCount,createTime,updateTime",
    "id,merchantId,eventTypes,status,retryCount,createTime,updateTime",
    "id,merchantId,callbackUrl,eventTypes,status,retryCount,createTime,updateTime",
  ],
  /** How an omitted field is omitted. */
  omission: ["absent", "null"],
  configurationExtras: ["none", "fixed", "changing"],
  /** The first id given out. */
  firstId: [
    1,
    0,
    2147483648,
    9007199254740993n,
    9223372036854775806n,
    12345678901234567890123456789n,
    -9007199254740995n,
  ],
  /** `merchant`: every merchant's configuration has the same id. */
  idScope: ["service", "merchant"],
  merchantIdFormat: ["prefixed", "digits", "long-digits", "uuid", "unicode"],
  timeZone: ["Z", "+00:00", "+00", "+0000"],
  timePrecision: ["ms", "s", "us", "ns", "trimmed", "comma"],
  timeStyle: ["extended", "basic"],
  eventTypes: ["all", "one", "none", "spaced", "unknown-names", "escaped"],
  initialStatus: [1, 0],
  statusAfterReRegister: ["kept", 1, 0],
  statusAfterRegisterOnDisabled: [1, "kept"],
  /** A setting, or a counter that deliveries move now and then, with or without updateTime. */
  retryCount: [3, 0, 1, 2147483647, "counter", "counter-touching-update-time"],
  updateTimeOnSameUrl: ["touched", "kept"],
  updateTimeOnDisable: ["touched", "kept"],
  /** The clock that the times are taken from; `-with-date`: the Date header too. The others begin three hours behind. */
  simulatedClock: ["none", "stands-still", "stands-still-with-date", "sixty-times-as-fast", "a-day-behind"],
  /** Whether two merchants may have the same callback URL. */
  urlOfAnother: ["accepted", "refused"],

  // Choices of the operations where the document is silent (§3.2, §4, §7).
  queryWithNothing: ["refused", "null-data", "absent-data", "empty-object"],
  disableWithNothing: ["refused", "true", "false", "null-data"],
  secondDisable: ["true", "false", "refused"],
  unknownMembers: ["ignored", "refused"],
  /** How the names of members are read: some parsers know no letter case. */
  memberCase: ["exact", "any"],
  duplicateMembers: ["last", "first", "refused"],
  /** `trailing-bytes`: ignores what follows the object; `relaxed`: comments, single quotes, trailing commas. */
  jsonReading: ["strict", "trailing-bytes", "relaxed"],
  /** A body where none is due, on query and disable. */
  unexpectedBody: ["ignored", "refused"],
  /** Content types other than application/json on register. */
  otherContentType: ["accepted", "refused"],
  /** Methods other than POST on the three paths. */
  otherMethods: ["refused", "served"],
  /** Whether the input is judged before the credentials. */
  validationBeforeAuthentication: ["no", "yes"],
  /** The same operations under other versions of the path, such as /abc/v2. */
  otherVersions: ["refused", "served"],
  ...namedOperationAxes,

  ...urlAxes,

  // Handling of callback URLs that many validators repair, and the form in which accepted ones are stored.
  /** White space round the URL. */
  paddedUrl: ["refused", "trimmed"],
  whiteSpaceInHost: ["refused", "removed"],
  /** `https:host`, `https:/host`, `https:///host`, and the same with backslashes. */
  slashesOfUrl: ["as-given", "two"],
  /** A URL alone in an array. */
  urlInArray: ["refused", "unwrapped"],
  /** `parsed`: as a parser of the WHATWG grammar writes the URL. */
  storedForm: ["as-given", "parsed"],

  // How credentials are handled beyond what a deployment claims (§5).
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

  // How the server and the network behave; only the first four need a real socket.
  headerCase: ["lower", "title", "upper"],
  framing: ["content-length", "chunked"],
  connection: ["keep-alive", "close"],
  /** Answers cut into several writes. */
  writes: ["one", "several"],
  latencyMs: [0, 1, 20],
  jitter: ["none", "up-to-10-ms"],
  /** The server's clock against the true time. */
  clockOffsetMs: [0, 2000, -2000, 30_000, -30_000],
  /** Every 23rd request is answered 429, with or without Retry-After. */
  rateLimit: ["none", "zero-seconds", "one-second", "date", "no-retry-after"],
  /** Every 29th request meets a fault of the infrastructure, before or after it took effect. */
  infrastructure: ["steady", "503", "502-after-effect", "reset", "reset-after-effect"],
  /** The answer to a chunked body without a length: a gateway may demand a length. */
  chunkedBody: ["read", "411", "refused"],
  /** The answer to a request without a body and without Content-Length. */
  unsaidLength: ["read", "411"],
  /** The answer to another path, another method or a query string: some gateways close the connection. */
  strayRequest: ["answered", "cut-off"],

  // Actions of a server by itself that contradict no sentence of the document: it defends itself, its nodes disagree about the time, it gives up.
  /**
   * `lock-out`: five bad credentials in a row lock the merchant for 20 s. `ban`: ten wrong keys bring 20 s of 403 from
   * whatever stands before the API. `throttling-code`: more than 30 requests in a second bring a second of refusals by a code.
   * `cap`: no more than 60 updates of a merchant in an hour; `cap-of-all`: 40 of all merchants together. `firewall`: a page of whatever stands before the API, 403, for
   * a body, a query string or a header that looks like an attack. `…-by-code`: what comes too fast is refused by a code, HTTP 200, until there is room
   * again; `every-30th`: whatever the pace.
   */
  defence: [
    "none",
    "lock-out",
    "ban",
    "throttling-code",
    "cap",
    "cap-of-all",
    "firewall",
    "every-30th-by-code",
    "every-30th-by-code-with-retry-after",
    "10-a-second-by-code",
    "10-a-second-by-code-with-retry-after",
    "30-a-second-by-code",
    "66-a-second-by-code",
    "66-a-second-by-code-with-retry-after",
    "150-a-minute-by-code",
  ],
  /** How far apart the clocks of its two nodes are. */
  clockSkewMs: [0, 40, 2000],
  /** When it disables a configuration by itself, because its deliveries fail. */
  givesUp: ["never", "now-and-then", "after-every-fifteenth-register"],
} as const;
