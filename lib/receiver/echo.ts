/** The known forms in which a service verifies a callback URL, named by the request. */
export const HANDSHAKES = [
  "options",
  "hub-challenge",
  "get-challenge",
  "post-challenge",
  "post-header",
] as const;

export type Handshake = (typeof HANDSHAKES)[number];

/** A form of the user's own: the answer repeats a value of the request. */
export interface OwnHandshake {
  readonly from: "query" | "header" | "member";
  /** Name of the parameter, the header, or the member of the JSON body. */
  readonly name: string;
  /** `text`: as the body. `json`: in a member of that name. `header`: in a header of that name. */
  readonly to: "text" | "json" | "header";
}

/** Requests that a receiver answers as handshakes. `auto`: every known form. */
export type Echo = "auto" | "none" | Handshake | OwnHandshake;
