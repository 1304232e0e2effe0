import type { Selection } from "../../engine/plan.ts";
import type { SessionSetup } from "../../session/session.ts";
import type { Waiver } from "../../engine/waiver.ts";

/** What is to be judged, and how. Plain data. */
export interface RunOrder {
  readonly setup: SessionSetup;
  readonly selection: Selection;
  /** Those in force. */
  readonly waivers: readonly Waiver[];
}
