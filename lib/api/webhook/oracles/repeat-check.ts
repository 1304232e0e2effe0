import { BudgetError, InconclusiveError } from "../../../engine/record/verdict.ts";

const ATTEMPTS = 3;

/** Runs a check whose requests cannot be sent twice once more from its beginning, when something stood in its way. */
export function repeatCheck<C>(run: (context: C) => Promise<void>): (context: C) => Promise<void> {
  return async (context) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(context);
      } catch (error) {
        const mayPass = error instanceof InconclusiveError && !(error instanceof BudgetError);
        if (!mayPass || attempt === ATTEMPTS) throw error;
      }
    }
  };
}
