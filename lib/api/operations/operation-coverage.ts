import { z } from "zod";
import { type Frozen, orAbsent } from "../../files/fields.ts";
import {
  isReading,
  NAMED,
  type ProfiledOperations as Profiled,
  PATHLESS,
} from "../../profile/schema/operation-schema.ts";

/** How far a run came with one operation that the document only names. */
export const coverageSchema = z.object({
  operation: z.string().describe("Path below /abc/v1/, or the area if the document names no path"),
  state: z
    .enum(["judged", "refused", "observed", "uncovered"])
    .describe(
      "judged: a valid call succeeded. refused: the answer to the call shows no success. observed: only an empty body was tried. uncovered: not called",
    ),
  field: orAbsent(z.string(), "Field of the profile to add, so that the run can call it"),
});

export type OperationCoverage = Frozen<z.output<typeof coverageSchema>>;

/** Knowledge of a run about the operations that it called. */
export interface Called {
  /** Whether a valid call was granted, as far as its answer shows. */
  readonly isGranted: (operation: string) => boolean;
  /** Whether a valid call was answered at all. */
  readonly isAnswered: (operation: string) => boolean;
  /** Whether it was asked with an empty body, with a key and without one. */
  readonly isObserved: (operation: string) => boolean;
}

/** How far a run came with each operation that section 4.3 names, and with each area of which it names no path. */
export function operationCoverage(profiled: Profiled, called: Called): readonly OperationCoverage[] {
  return [...NAMED, ...PATHLESS].map((operation) => {
    const given = Object.keys(profiled).filter((name) => belongsTo(name, operation));
    if (given.some(called.isGranted)) return { operation, state: "judged" };
    if (given.some(called.isAnswered)) return { operation, state: "refused" };
    const state = called.isObserved(operation) ? "observed" : "uncovered";
    return { operation, state, field: missingField(operation, given, profiled) };
  });
}

/** An area without paths in the document has whatever operations a profile gives, but for those that are named. */
function belongsTo(name: string, operation: string): boolean {
  if (name === operation) return true;
  return name.startsWith(`${operation}/`) && !NAMED.some((known) => known === name);
}

function missingField(operation: string, given: readonly string[], profiled: Profiled): string {
  const lasting = given.find((name) => {
    const one = profiled[name];
    return one !== undefined && !isReading(name, one) && one.mayTakeEffect !== true;
  });
  if (lasting !== undefined) return `operations["${lasting}"].mayTakeEffect`;
  const listed = given.find((name) => profiled[name]?.ids !== undefined);
  return listed === undefined ? `operations["${operation}"].body` : `operations["${listed}"].ids`;
}
