import { registerHooks } from "node:module";
import type { createReference } from "../../../lib/reference/reference.ts";
import { instrument } from "./instrument.ts";
import type { GeneratedMutant } from "./all-mutants.ts";
import { mutatedSources, REFERENCE } from "./mutated-sources.ts";

/** From here on this thread loads the reference with all mutants in it, whoever imports it. */
export function loadInstrumented(mutants: readonly GeneratedMutant[]): void {
  const switches = new URL("active-mutant.ts", import.meta.url).href;
  const numbered = mutants.map((mutant, number) => [number, mutant] as const);
  const sources = new Map(
    [...mutatedSources()].map(([file, source]) => [
      new URL(file, REFERENCE).href,
      instrument(
        source,
        numbered.filter(([, mutant]) => mutant.file === file),
        switches,
      ),
    ]),
  );
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const { search } = new URL(context.parentURL ?? "file:///");
      const isFresh = search !== "" && resolved.url.startsWith(REFERENCE.href);
      return isFresh ? { ...resolved, url: `${resolved.url}${search}` } : resolved;
    },
    load(url, context, next) {
      const source = sources.get(url.replace(/\?.*$/, ""));
      return source === undefined
        ? next(url, context)
        : { format: "module-typescript", source, shortCircuit: true };
    },
  });
}

let loads = 0;

/** The reference loaded anew, for a mutation of what is evaluated when a module is loaded. */
export async function freshReference(): Promise<typeof createReference> {
  loads += 1;
  const loaded: { createReference: typeof createReference } = await import(
    new URL(`reference.ts?load=${loads}`, REFERENCE).href
  );
  return loaded.createReference;
}
