import type { RunOrder } from "../host/run-order.ts";
import { catalogue } from "../catalogue.ts";
import { plan } from "../../engine/plan.ts";
import { unreadFields } from "../../profile/unread-fields.ts";
import type { RunWarning } from "../../engine/result.ts";

/** What is known of a run before its first request. */
export interface Foresight {
  /** Whether anything that was selected can be judged or observed. */
  readonly asks: boolean;
  readonly warnings: readonly RunWarning[];
}

/** What a run will come to. */
export function foresee({ setup: { profile }, selection }: Pick<RunOrder, "setup" | "selection">): Foresight {
  return {
    asks: plan(catalogue, selection, profile).some(({ obstacle }) => obstacle === undefined),
    warnings: unreadFields(profile, catalogue.requirements),
  };
}
