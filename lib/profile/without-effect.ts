import type { Operations } from "./operation-schema.ts";

/** The operations of a profile, without the consent to any that has an effect for good. */
export function withoutEffect(operations: Operations): Operations {
  return Object.fromEntries(
    Object.entries(operations).map(([name, given]) => {
      const { mayTakeEffect: _, ...operation } = given;
      return [name, operation];
    }),
  );
}
