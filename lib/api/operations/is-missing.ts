import type { Answer } from "../exchange/answer.ts";
import type { Moment } from "../webhook/moment.ts";
import { isNamedOnly } from "./operation-draft.ts";

const NOT_FOUND = 404;

/**
 * Whether it is not the API that answers, but something that knows of no such operation: the profile may be wrong about it.
 * @param isServed whether the operation has answered with an envelope before
 */
export function isMissing(
  { draft, envelope, wire }: Pick<Answer, "draft" | "envelope" | "wire">,
  { isServed }: Pick<Moment, "isServed">,
): boolean {
  return !isServed && isNamedOnly(draft) && envelope === undefined && wire.status === NOT_FOUND;
}
