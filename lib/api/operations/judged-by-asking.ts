import type { Context } from "../context.ts";

/** Decided by what the answers to all bodies of the profile say: of an operation, or of an area. */
export function judgedByAsking(name: string): {
  readonly check: (context: Context) => Promise<void>;
  readonly silence: (context: Context) => string | undefined;
} {
  return {
    check: async ({ operations, merchant, decideByListening }) => {
      await operations.ask(merchant, name);
      decideByListening();
    },
    silence: ({ operations }) => operations.whyBarren(name),
  };
}
