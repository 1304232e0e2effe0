import { Violation } from "../../../engine/record/verdict.ts";
import type { EventsContext } from "./events-context.ts";
import { NothingCameError } from "./delivery-history.ts";

/**
 * A look at deliveries of which a violation is seen in what has come, whatever the way to the receiver does to others.
 */
export function inArrivals<T>(
  look: (context: EventsContext) => Promise<T>,
): (context: EventsContext) => Promise<T> {
  return async (context) => {
    const watch = context.deliveries.watch();
    try {
      const seen = await look(context);
      watch.assertNoLapse();
      return seen;
    } catch (error) {
      if (error instanceof NothingCameError) context.deliveries.noteSilence(error);
      throw error;
    }
  };
}

/**
 * A look at deliveries that counts only if the receiver could be reached all the time: where the way to it is lost, what
 * does not come says nothing, and what was to be answered otherwise may not have been.
 */
export function inControl<T>(
  look: (context: EventsContext) => Promise<T>,
): (context: EventsContext) => Promise<T> {
  return inArrivals(async (context) => {
    const watch = context.deliveries.watch();
    try {
      return await look(context);
    } catch (error) {
      if (error instanceof Violation) await watch.assertReachable();
      throw error;
    }
  });
}
