import type { Requirement } from "./requirement.ts";

/** Whether a requirement sends no requests itself. */
export function isListener({ rule, check }: Requirement<never, never, never>): boolean {
  return rule !== undefined && check === undefined;
}
