import { z } from "zod";
import type { RequirementId } from "./requirement.ts";
import type { OutsideSet } from "./result.ts";

const setSchema = z.strictObject({
  name: z.iso.date(),
  requirements: z.record(z.string().regex(/^[a-z\d-]+\.[a-z\d-]+$/), z.int().positive()),
});

/** A frozen list of requirements with the strength of each check, named after a date of the document. */
export type RequirementSet = Readonly<z.output<typeof setSchema>>;

/** Reads the file of a set. @throws {Error} if it is not a set: a defect of the suite */
export function parseSet(text: string): RequirementSet {
  return setSchema.parse(JSON.parse(text));
}

/** Finds out why a check does not count in a set. Undefined: it counts. */
export function findOutside(
  { requirements }: RequirementSet,
  requirement: RequirementId,
  strength: number,
): OutsideSet | undefined {
  const frozen = Object.hasOwn(requirements, requirement) ? requirements[requirement] : undefined;
  if (frozen === undefined) return "newer";
  return strength > frozen ? "stronger" : undefined;
}
