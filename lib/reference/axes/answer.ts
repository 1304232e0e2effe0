/** How an answer looks: envelope, wording, JSON and HTTP. The document leaves all of it open (§2.3, §7). */
export const answerAxes = {
  /** `code` of a success. */
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
  /** `data` of a refusal. */
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
} as const;
