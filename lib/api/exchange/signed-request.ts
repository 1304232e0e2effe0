import type { WireRequest } from "../../http/transport.ts";
import type { DueCredentials } from "../credentials/due-credentials.ts";

/** A request with its credentials, and what is known of them; none of that is sent. A transport is given it whole. */
export interface SignedRequest extends WireRequest {
  readonly wrong?: readonly string[];
  /** The credentials that it would have needed, where they were changed. */
  readonly due?: DueCredentials;
  /** Secrets that it carries or is answered with, which no output shows. */
  readonly secrets?: readonly string[];
}
