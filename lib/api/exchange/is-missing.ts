import type { Answer } from "./answer.ts";
import { type Draft, isNamedOnly } from "../request/draft.ts";

const NOT_FOUND = 404;
/** The paths of section 4.3, below the prefix. */
const NAMED_PATH =
  /^(?:transaction\/(?:query|detail)|account\/(?:detail|transfer)|card\/(?:cancel|bin\/query)|sub-account\/switch-provider)$/;

/**
 * Whether it is not the API that answers, but something that knows of no such operation: the profile may be wrong about its
 * path. A path that the document gives is there: its answer is one of the API.
 * @param isServed whether the operation has answered with an envelope before
 */
export function isMissing(
  { draft, envelope, wire }: Pick<Answer, "draft" | "envelope" | "wire">,
  { isServed }: { readonly isServed: boolean },
): boolean {
  if (isOfDocument(draft)) return false;
  return !isServed && isNamedOnly(draft) && envelope === undefined && wire.status === NOT_FOUND;
}

function isOfDocument({ label, path }: Draft): boolean {
  return NAMED_PATH.test(label) && path === `/abc/v1/${label}`;
}
