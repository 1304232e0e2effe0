/** Handling of callback URLs that many validators repair, and the form in which accepted ones are stored. */
export const repairAxes = {
  /** White space round the URL. */
  paddedUrl: ["refused", "trimmed"],
  whiteSpaceInHost: ["refused", "removed"],
  /** `https:host`, `https:/host`, `https:///host`, and the same with backslashes. */
  slashesOfUrl: ["as-given", "two"],
  /** A URL alone in an array. */
  urlInArray: ["refused", "unwrapped"],
  /** `parsed`: as a parser of the WHATWG grammar writes the URL. */
  storedForm: ["as-given", "parsed"],
} as const;
