import { isJudge } from "../../check.ts";
import { loadSuites } from "../../host/load-suites.ts";
import { suitesFolder } from "../../package-root.ts";
import { mutants } from "../../reference/mutants/mutants.ts";
import type { RequirementId } from "../../requirements/catalogue.ts";

/** What decides about a requirement, or observes it. */
export interface Judge {
  readonly kind: "check" | "observation";
  /** Below `suites/`, for example `webhook/register.ts`. */
  readonly path: string;
  /** Its name there. */
  readonly name: string;
}

/** The judge of every requirement that has one. */
export async function judges(): Promise<ReadonlyMap<RequirementId, Judge>> {
  const modules = await loadSuites(suitesFolder);
  return new Map(
    modules.flatMap(({ path, exports }) =>
      Object.entries(exports).flatMap(([name, value]): [RequirementId, Judge][] =>
        isJudge(value) ? [[value.requirement, { kind: value.kind, path, name }]] : [],
      ),
    ),
  );
}

/** Names of the broken servers that a requirement is proved with. */
export function mutantsOf(id: RequirementId): string[] {
  return mutants.filter(({ breaks }) => breaks === id).map(({ name }) => name);
}
