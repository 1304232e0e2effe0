import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJudge } from "../../check.ts";
import { loadSuites } from "../../host/load-suites.ts";
import { suitesFolder } from "../../package-root.ts";
import { didYouMean } from "../../profile/did-you-mean.ts";
import { mutants } from "../../reference/mutants/mutants.ts";
import {
  catalogue,
  isRequirementId,
  requirementIds,
  type RequirementId,
} from "../../requirements/catalogue.ts";
import { LEVEL_MEANING } from "../../requirements/level-meaning.ts";
import { sectionsText } from "../../report/terminal/finding-lines.ts";
import { UsageError } from "../usage-error.ts";
import { exportSource } from "./export-source.ts";

/**
 * What is known about one requirement.
 * @throws {UsageError} for an id that the catalogue does not have.
 */
export async function explainRequirement(id: string): Promise<string> {
  if (!isRequirementId(id)) throw unknownRequirement(id);
  const row = catalogue[id];
  const lines = [
    id,
    "",
    row.text,
    "",
    `level     ${row.level}: ${LEVEL_MEANING[row.level]}`,
    `sections  ${sectionsText(row.sections)} of the API document`,
    ...("because" in row ? [`because   ${row.because}`] : []),
    ...(row.when === undefined ? [] : [`binds     ${row.when}`]),
    ...(row.ambient === true ? ["ambient   judged on the answers of every check, not only in its own"] : []),
    ...(await checkedIn(id)),
    ...killedBy(id),
    "",
    `Judge it alone: card-issuing-conformance run ${id}`,
  ];
  return `${lines.join("\n")}\n`;
}

async function checkedIn(id: RequirementId): Promise<string[]> {
  const places = (await loadSuites(suitesFolder)).flatMap(({ path, exports }) =>
    Object.entries(exports)
      .filter(([, value]) => isJudge(value) && value.requirement === id)
      .map(([name]) => ({ name, path })),
  );
  const label = catalogue[id].level === "unspecified" ? "observed" : "checked ";
  if (places.length === 0) return [`${label}  not yet`];
  return places.flatMap(({ name, path }) => {
    const { first, last, lines } = exportSource(readFileSync(join(suitesFolder, path), "utf8"), name);
    const source = lines.map((line) => `          ${line}`.trimEnd());
    return [
      `${label}  suites/${path}:${first === last ? first : `${first}-${last}`}, ${name}`,
      "",
      ...source,
      "",
    ];
  });
}

function killedBy(id: RequirementId): string[] {
  const names = mutants.filter(({ breaks }) => breaks === id).map(({ name }) => name);
  return names.length === 0 ? [] : [`mutants   ${names.join(", ")} (serve --mutant starts one)`];
}

function unknownRequirement(id: string): UsageError {
  const meant = didYouMean(id, requirementIds);
  const hint = meant === undefined ? "list shows all of them" : `did you mean "${meant}"?`;
  return new UsageError(`Cannot explain "${id}": there is no such requirement; ${hint}`);
}
