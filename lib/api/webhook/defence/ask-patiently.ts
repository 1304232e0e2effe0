import type { Answer } from "../../answer.ts";
import type { Draft } from "../../draft.ts";
import type { Defences } from "./defences.ts";
import { isRepeatable } from "./twin.ts";

export interface PatientAsking {
  readonly ask: (draft: Draft) => Promise<Answer>;
  readonly defences: Defences;
}

/** Asks, and once more after a pause where the answer is one by which the target has asked to wait before. */
export async function askPatiently(draft: Draft, { ask, defences }: PatientAsking): Promise<Answer> {
  const first = await ask(draft);
  if (!defences.isPassing(first) || !isRepeatable(draft) || draft.overlaps === true) return first;
  await defences.pauseBriefly();
  const second = await ask(draft);
  if (!defences.isPassing(second)) defences.passed(first);
  return second;
}
