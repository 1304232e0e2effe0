import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suitesFolder } from "../package/package-root.ts";
import type { Mutant } from "../reference/mutant.ts";
import { contentsOf } from "./load-catalogue.ts";

/** `mutants.ts`, and by theme `mutants-refusal.ts`. */
const MUTANTS_FILE = /^mutants(?:-[a-z]+(?:-[a-z]+)*)?\.[jt]s$/;

/** Every server that is wrong in one way, area by area. */
export const mutants: readonly Mutant[] = await loadMutants(suitesFolder);

async function loadMutants(folder: string): Promise<readonly Mutant[]> {
  const found: Mutant[] = [];
  for (const area of (await contentsOf(folder)).AREAS) {
    const files = readdirSync(join(folder, area)).filter((file) => MUTANTS_FILE.test(file));
    for (const file of files.toSorted()) {
      const members: Record<string, readonly Mutant[]> = await import(
        pathToFileURL(join(folder, area, file)).href
      );
      found.push(...Object.values(members).flat());
    }
  }
  return found;
}
