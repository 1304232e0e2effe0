import type { JudgedRow } from "../../engine/steps.ts";
import type { RunHeader } from "../../reporters/run-result.ts";
import type { RunExtras } from "../../session/run-extras.ts";
import type { RunOrder } from "../run/run-order.ts";

/** What the host hands to the thread that judges. Plain data. */
export interface Provided extends RunOrder {
  /** Why there is nothing to judge: the target could not be visited. */
  readonly unvisited?: string;
  readonly header: RunHeader;
  /** Requirements that failed in the baseline. */
  readonly known: readonly string[];
  /** Where capsules will lie, and what `replay` needs besides one. */
  readonly replay: { readonly folder: string; readonly options: readonly string[] };
}

declare module "vitest" {
  interface ProvidedContext {
    conformance: Provided;
  }
  interface TaskMeta {
    /** What the thread that judges hands back with each test. */
    step?: JudgedRow<RunExtras>;
    /** What allure-vitest's reporter reads. */
    allureRuntimeMessages?: unknown[];
  }
}
