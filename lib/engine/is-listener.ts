import type { Requirement } from "./requirement.ts";

/** Whether it asks nothing itself. */
export function isListener({ rule, check }: Requirement<never, never, never>): boolean {
  return rule !== undefined && check === undefined;
}
