import type { MerchantsContext } from "../../merchant/merchants-context.ts";
import type { Deliveries } from "./deliveries.ts";

/** The means of checks of event deliveries (section 6). */
export interface EventsContext extends MerchantsContext {
  /** The events of the run. Only for a requirement whose row requires a receiver and a trigger. */
  readonly deliveries: Deliveries;
}
