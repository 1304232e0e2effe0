import type { Answer } from "./answer.ts";
import { isNamedOnly } from "../request/draft.ts";

const NOT_FOUND = 404;

/**
 * Whether it is not the API that answers, but something that knows of no such operation: the profile may be wrong about it.
 * @param isServed whether the operation has answered with an envelope before
 */
export function isMissing(
  { draft, envelope, wire }: Pick<Answer, "draft" | "envelope" | "wire">,
  { isServed }: { readonly isServed: boolean },
): boolean {
  return !isServed && isNamedOnly(draft) && envelope === undefined && wire.status === NOT_FOUND;
}
