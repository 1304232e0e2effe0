const either = ["accepted", "refused"] as const;

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
