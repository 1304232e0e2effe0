import type { JudgedRow } from "../../engine/run/steps.ts";
import type { RunExtras } from "../../session/run-extras.ts";
import type { RunOrder } from "../run/run-order.ts";

/** Plain data that the host sends to the thread of the checks. */
export interface HostOrder extends RunOrder {
  /** The reason why no check can run: the target could not be visited. */
  readonly unvisited?: string;
  /** The folder of the capsules, and further arguments of `replay`. */
  readonly replay: { readonly folder: string; readonly options: readonly string[] };
}

declare module "vitest" {
  interface ProvidedContext {
    conformance: HostOrder;
  }
  interface TaskMeta {
    /** Plain data that the thread of the checks returns with each test. */
    step?: JudgedRow<RunExtras>;
  }
}
