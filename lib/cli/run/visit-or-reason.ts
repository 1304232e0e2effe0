import type { Visit } from "../../guest/visit.ts";
import type { RunOrder } from "./run-order.ts";
import { type Unvisited, unvisitedReason } from "./unvisited-reason.ts";
import { type Visitor, visitOf } from "./visit-of.ts";

/** A visit, or the reason why the target cannot be visited. The result reports it. */
export async function visitOrReason(
  { setup }: Pick<RunOrder, "setup">,
  visitor: Visitor,
): Promise<Visit | Unvisited> {
  try {
    return await visitOf(setup, visitor);
  } catch (error) {
    const turned = unvisitedReason(error);
    if (turned === undefined) throw error;
    return turned;
  }
}
