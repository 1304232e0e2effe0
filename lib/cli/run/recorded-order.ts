import type { RunOrder } from "./run-order.ts";
import { recordingIn } from "../../api/recording/read-recording.ts";
import type { PreparedRun } from "./prepare-run.ts";

/** The order of a run that is recorded in the folder of its results; a run that is judged again is not recorded again. */
export function recordedOrder(
  { order, header, origin, waivers }: Pick<PreparedRun, "order" | "header" | "origin" | "waivers">,
  results: string,
): RunOrder {
  if (order.setup.playFrom !== undefined) return order;
  const { selectors, skip } = order.selection;
  const about = {
    suite: header.suite,
    startedAt: header.startedAt,
    origin,
    selection: { selectors, skip },
    waivers,
  };
  return { ...order, setup: { ...order.setup, recordTo: { file: recordingIn(results), about } } };
}
