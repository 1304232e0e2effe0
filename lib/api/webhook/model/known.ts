import type { Configuration } from "../configuration.ts";
import type { Step } from "./step.ts";
import type { Unmoved } from "./unmoved.ts";

/** What the document states about one merchant's configuration (sections 1 and 3.2), as far as the answers tell. */
export interface Known {
  /** What query may return as callback URL; undefined: anything. */
  readonly stored: readonly string[] | undefined;
  /** True after disable, false once status 1 was read, undefined while it is open. */
  readonly disabled: boolean | undefined;
  /** The last reading. */
  readonly seen: Configuration | undefined;
  /** When that was, in milliseconds since 1970. */
  readonly seenAt: number | undefined;
  readonly unmoved: Unmoved | undefined;
  /** What was answered since it was read. */
  readonly since: readonly Step[];
  readonly exists: boolean;
  /** No configuration exists, as far as query tells. */
  readonly absent: boolean;
}

export const NOTHING_KNOWN: Known = {
  stored: undefined,
  disabled: undefined,
  seen: undefined,
  seenAt: undefined,
  unmoved: undefined,
  since: [],
  exists: false,
  absent: false,
};
