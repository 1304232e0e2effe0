import { type Observed, lookTwice } from "../../engine/observed.ts";
import type { Plain } from "../../engine/plain.ts";
import type { Answer } from "../exchange/answer.ts";
import type { OperationsContext } from "./operations-context.ts";
import { shapeOf } from "./shape-of.ts";

/**
 * Observes some operations twice, once in a run.
 * @throws {InapplicableError} at quick depth, unless the observation is pinned
 */
export async function observeTwice(
  context: OperationsContext,
  operations: readonly string[],
  see: (answers: readonly Answer[]) => Plain,
): Promise<Observed> {
  const looks = [0, 1].values();
  return lookTwice(context, async () => {
    const { value: look = 0 } = looks.next();
    const answers: Answer[] = [];
    for (const operation of operations)
      answers.push(...(await context.operations.look(context.merchant, operation, look)));
    return see(answers);
  });
}

/** The shape of what each operation of an area answers that changes nothing. */
export function observeShapes(area: string): (context: OperationsContext) => Promise<Observed> {
  return async (context) => {
    return observeTwice(context, context.operations.reading(area), byOperation);
  };
}

function byOperation(answers: readonly Answer[]): Plain {
  const grouped = Map.groupBy(answers, ({ draft }) => draft.label);
  return Object.fromEntries([...grouped].map(([name, members]) => [name, shapeOf(members)]));
}
