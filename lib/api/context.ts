import type { Arbitrary } from "fast-check";
import type { Operations } from "./operations/operations.ts";
import type { Deliveries } from "./events/deliveries.ts";
import type { Mcp } from "../mcp/mcp.ts";
import type { Merchant } from "./merchant/merchant.ts";
import type { CallbackUrls } from "./webhook/model/callback-urls.ts";
import type { Seen } from "./webhook/observing/seen.ts";
import type { Budget, Effort } from "../engine/effort.ts";
import type { RequirementId } from "../engine/requirement.ts";

/** What the deployment claims to enforce in signed mode. */
export interface Claims {
  readonly signature: boolean;
  /** Undefined: timestamps are not compared with a clock. */
  readonly timestampToleranceSeconds: number | undefined;
  readonly nonceSingleUse: boolean;
}

/** All that a check may touch. Time, chance and the network reach it through here, so that a run replays from its seed. */
export interface Context {
  /** The merchant under whom most is judged. */
  readonly merchant: Merchant;
  /** The second merchant, of a requirement whose row says that it needs one. */
  readonly rival: Merchant;
  /** The second merchant, or nobody. */
  readonly others: readonly Merchant[];
  readonly urls: CallbackUrls;
  /** What the document only names, and the profile gives. */
  readonly operations: Operations;
  /** The events of the run, of a requirement whose row says that it needs a receiver and a trigger. */
  readonly deliveries: Deliveries;
  /** The MCP service, of a requirement whose row says that it needs its address. */
  readonly mcp: Mcp;
  readonly claims: Claims;
  /** What the answers of the run have shown so far, for observations. */
  readonly seen: Pick<Seen, "answers" | "throttled">;
  /** Whether an observation may send requests of its own: beyond quick depth, and where the profile pins it. */
  readonly probes: boolean;
  /** Measurements that the profile allows. */
  readonly measures: { readonly timestampTolerance: boolean };
  /** Whether the first merchant had a configuration before the run. */
  readonly existedBefore: boolean;
  /** How far a check goes. */
  readonly effort: Effort;
  /** Runs the body on generated inputs, and on the smallest one that breaks it. @throws {Violation} with that input. */
  readonly forAll: <T>(
    inputs: Arbitrary<T>,
    body: (input: T) => Promise<void>,
    cases?: Budget,
  ) => Promise<void>;
  /** Decides by what the answers of the whole run say. @throws {Violation} */
  readonly decideByListening: () => void;
  /** Whether an answer of the run so far has kept the requirement. */
  readonly wasKept: (requirement: RequirementId) => boolean;
  /** From here on, what the answers break and no check has named before counts for this check. */
  readonly listen: () => void;
  /** How far reads lag behind writes, in milliseconds, as measured at the beginning; 0: they do not. */
  readonly readLagMs: number;
  readonly pause: (ms: number) => Promise<void>;
  /** Moment for X-Timestamp: the target's clock, as far as it is known, moved by some seconds. */
  readonly timestamp: (offsetSeconds: number) => string;
}
