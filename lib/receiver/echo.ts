/** The known forms by which a service verifies a callback URL, by how it asks. */
export const HANDSHAKES = [
  "options",
  "hub-challenge",
  "get-challenge",
  "post-challenge",
  "post-header",
] as const;

export type Handshake = (typeof HANDSHAKES)[number];

/** A form of a service's own: what a request brings there goes back. */
export interface OwnHandshake {
  readonly from: "query" | "header" | "member";
  /** Of the parameter, the header, or the member of the JSON body. */
  readonly name: string;
  /** `text`: as the body; `json`: in a member of that name; `header`: in a header of that name. */
  readonly to: "text" | "json" | "header";
}

/** Which requests to a receiver are handshakes, and are answered as such; `auto` takes every known form. */
export type Echo = "auto" | "none" | Handshake | OwnHandshake;
