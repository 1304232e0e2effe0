import { type Observed, summarizeLooks } from "../../engine/observed.ts";
import { InapplicableError } from "../../engine/verdict.ts";
import type { OperationsContext } from "./operations-context.ts";
import { shapeOf } from "./shape-of.ts";

/**
 * The path of each operation of an area, and the shape of what a valid call was answered in the run. Nothing is sent:
 * the call may have an effect for good.
 * @throws {InapplicableError} when none was answered
 */
export function shownByTheRun(
  area: string,
): (context: Pick<OperationsContext, "operations">) => Promise<Observed> {
  return async ({ operations }) => {
    const answers = operations.answered(area);
    if (answers.length === 0)
      throw new InapplicableError(
        "Only a call with a lasting effect shows it, and an observation never sends one.",
      );
    return Promise.resolve(
      summarizeLooks([Object.fromEntries(answers.map((answer) => [answer.draft.path, shapeOf([answer])]))]),
    );
  };
}
