import type { Selection } from "../../engine/plan/plan.ts";
import type { SessionSetup } from "../../session/session.ts";
import type { Waiver } from "../../engine/requirement/waiver.ts";

/** The selection of a run and its settings. Plain data. */
export interface RunOrder {
  readonly setup: SessionSetup;
  readonly selection: Selection;
  /** Waivers that are still in force. */
  readonly waivers: readonly Waiver[];
}
