import type { Answer } from "../../answer.ts";
import type { Draft } from "../../draft.ts";
import type { Defences } from "./defences.ts";
import { isRepeatable } from "./twin.ts";

export interface PatientAsking {
  readonly ask: (draft: Draft) => Promise<Answer>;
  readonly defences: Defences;
}

/** Asks, and again after pauses where the answer is one by which the target has asked to wait before. */
export async function askPatiently(draft: Draft, { ask, defences }: PatientAsking): Promise<Answer> {
  const first = await ask(draft);
  if (!defences.isPassing(first) || !isRepeatable(draft) || draft.overlaps === true) return first;
  const isOver = (answer: Answer) => !defences.isPassing(answer);
  return (await defences.outlast(first, async () => ask(draft), isOver)) ?? first;
}
