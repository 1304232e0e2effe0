/** Whether a callback URL is asked before it is taken (§3.2). It shows only where a receiver answers at the URLs of a run. */
export const verificationAxes = {
  /**
   * A URL that is new is called before it is stored, and refused unless it answers. `options`: with an origin, to be
   * allowed in a header; `hub-challenge`: GET, answered as text; `get-challenge`: GET, answered as JSON;
   * `post-challenge`: POST with a challenge in a header and a member; `post-header`: POST of `{}`, with it in a header alone.
   */
  urlVerification: ["none", "options", "hub-challenge", "get-challenge", "post-challenge", "post-header"],
} as const;
