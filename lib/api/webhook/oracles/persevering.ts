import type { Context } from "../../context.ts";
import { BudgetError, InconclusiveError } from "../../../engine/verdict.ts";

type Run = (context: Context) => Promise<void>;

const ATTEMPTS = 3;

/** Runs a check whose requests cannot be sent twice once more from its beginning, when something stood in its way. */
export function persevering(run: Run): Run {
  return async (context) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(context);
      } catch (error) {
        const isObstacle = error instanceof InconclusiveError && !(error instanceof BudgetError);
        if (!isObstacle || attempt === ATTEMPTS) throw error;
      }
    }
  };
}
