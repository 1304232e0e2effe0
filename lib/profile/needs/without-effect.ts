import type { ProfiledOperations } from "../schema/operation-schema.ts";

/** The operations of a profile, without consent to permanent effects. */
export function withoutEffect(operations: ProfiledOperations): ProfiledOperations {
  return Object.fromEntries(
    Object.entries(operations).map(([name, given]) => {
      const { mayTakeEffect: _, ...operation } = given;
      return [name, operation];
    }),
  );
}
