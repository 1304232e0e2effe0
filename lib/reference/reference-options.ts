import type { ReferenceAuth } from "./auth.ts";
import type { ReferenceMerchant } from "./call.ts";
import type { Choices } from "./choices.ts";
import type { Post } from "./delivery/post-by-undici.ts";
import type { ReferenceMcp } from "./mcp/mcp-options.ts";
import type { Rules } from "./rules/rules.ts";

/** How a request came in, as far as the request itself does not say. */
export interface Arrival {
  readonly connection: string;
  /** Path and query as they were sent; default: those of the request's URL. */
  readonly target?: string;
  /** The header names as they were sent; without them every name counts as well written. */
  readonly headerNames?: readonly string[];
  /** Scheme, host and port by which the client came; default: http://127.0.0.1. */
  readonly origin?: string;
}

export interface ReferenceOptions {
  readonly merchants: readonly ReferenceMerchant[];
  /** Default: the API key alone. */
  readonly auth?: ReferenceAuth;
  /** The others keep their defaults. */
  readonly choices?: Partial<Choices>;
  /** Default: conformant. */
  readonly rules?: Rules;
  /** Default: no MCP service. */
  readonly mcp?: ReferenceMcp | undefined;
  /** Milliseconds since the epoch; default: the system's clock. */
  readonly clock?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
  /** The way of deliveries; default: the network. */
  readonly post?: Post;
  /** The way to a callback URL that is verified; default: the network. */
  readonly visit?: Post;
}
