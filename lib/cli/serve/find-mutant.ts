import { didYouMean } from "../../profile/fields/did-you-mean.ts";
import type { Mutant } from "../../reference/mutant.ts";
import { mutants } from "../mutants.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Finds the mutant of a name, for example `accepts-plain-http`.
 * @throws {UsageError} if it does not exist; the message suggests the nearest name
 */
export function findMutant(name: string): Mutant {
  const found = mutants.find((mutant) => mutant.name === name);
  if (found !== undefined) return found;
  const names = mutants.map((mutant) => mutant.name);
  const meant = didYouMean(name, names);
  const hint = meant === undefined ? "list --mutants shows all of them" : `did you mean "${meant}"?`;
  throw new UsageError(`Cannot serve mutant "${name}": there is no such mutant; ${hint}`);
}
