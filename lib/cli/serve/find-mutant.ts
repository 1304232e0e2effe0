import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../package-root.ts";
import { didYouMean } from "../../profile/did-you-mean.ts";
import type { Mutant } from "../../reference/mutant.ts";
import type { RequirementId } from "../../requirements/catalogue.ts";
import { UsageError } from "../usage-error.ts";

const MUTANTS_FOLDER = join(packageRoot, "lib", "reference", "mutants");

/**
 * The mutant of a name, for example `accepts-plain-http`.
 * @throws {UsageError} when there is none; the message has the nearest.
 */
export async function findMutant(name: string): Promise<Mutant> {
  const mutants = await allMutants();
  const found = mutants.find((mutant) => mutant.name === name);
  if (found !== undefined) return found;
  const meant = didYouMean(
    name,
    mutants.map((mutant) => mutant.name),
  );
  const hint = meant === undefined ? "explain names those of a requirement" : `did you mean "${meant}"?`;
  throw new UsageError(`Cannot serve mutant "${name}": there is no such mutant; ${hint}`);
}

/** The mutants that break a requirement. */
export async function mutantsOf(id: RequirementId): Promise<Mutant[]> {
  return (await allMutants()).filter(({ breaks }) => breaks === id);
}

async function allMutants(): Promise<Mutant[]> {
  const files = readdirSync(MUTANTS_FOLDER).filter((file) => /(?<!\.test|\.d)\.[jt]s$/.test(file));
  const modules = await Promise.all(
    files.map(async (file): Promise<object> => import(pathToFileURL(join(MUTANTS_FOLDER, file)).href)),
  );
  return modules.flatMap((module) => Object.values(module).flat()).filter(isMutant);
}

function isMutant(value: unknown): value is Mutant {
  return typeof value === "object" && value !== null && "breaks" in value && "apply" in value;
}
