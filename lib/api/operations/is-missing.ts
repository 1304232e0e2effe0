import type { Answer } from "../answer.ts";
import { isNamedOnly } from "./operation-draft.ts";

const NOT_FOUND = 404;

/** Whether it is not the API that answers, but something that knows of no such operation: the profile may be wrong about it. */
export function isMissing({ draft, envelope, wire }: Pick<Answer, "draft" | "envelope" | "wire">): boolean {
  return isNamedOnly(draft) && envelope === undefined && wire.status === NOT_FOUND;
}
