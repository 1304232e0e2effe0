import { InconclusiveError } from "../../engine/record/verdict.ts";
import type { OperationsContext } from "./operations-context.ts";
import type { Move } from "./moves.ts";

/**
 * Builds a check that calls an operation, or all operations of an area, with every body of the profile. The answers decide.
 * A run calls an operation with a lasting effect only once.
 */
export function judgedByAsking(name: string): {
  readonly check: (context: OperationsContext) => Promise<void>;
  readonly silence: (context: OperationsContext) => string | undefined;
} {
  return {
    check: async ({ operations, merchant, decideByListening, effort }) => {
      await operations.ask(merchant, name);
      await operations.askAmiss(merchant, name, effort.isQuick);
      const moves: Move[] = [];
      for (const operation of operations.lasting(name))
        moves.push(await operations.move(merchant, operation));
      decideByListening();
      const unsent = moves.find(({ state }) => state === "unsent");
      if (unsent?.state === "unsent" && operations.reading(name).length === 0)
        throw new InconclusiveError(unsent.reason);
    },
    silence: ({ operations }) => operations.whyBarren(name),
  };
}
