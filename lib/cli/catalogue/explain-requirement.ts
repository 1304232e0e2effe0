import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownCommand } from "../../own-command.ts";
import { suitesFolder } from "../../package-root.ts";
import { meansOf } from "../../plan/needs.ts";
import { didYouMean } from "../../profile/did-you-mean.ts";
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
import { judges, mutantsOf } from "./proofs.ts";

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
    ...(row.needs ?? []).map(meansOf).map(({ what, field }) => `needs     a ${what} (${field})`),
    ...(row.ambient === true ? ["ambient   judged on the answers of every check, not only in its own"] : []),
    ...(await judgedBy(id)),
    ...killedBy(id),
    "",
    `Judge it alone: ${ownCommand()} run ${id}`,
  ];
  return `${lines.join("\n")}\n`;
}

async function judgedBy(id: RequirementId): Promise<string[]> {
  const label = catalogue[id].level === "unspecified" ? "observed" : "checked ";
  const judge = (await judges()).get(id);
  if (judge === undefined) return [`${label}  not yet`];
  const { path, name } = judge;
  const { first, last, lines } = exportSource(readFileSync(join(suitesFolder, path), "utf8"), name);
  const place = `suites/${path}:${first === last ? first : `${first}-${last}`}`;
  const source = lines.map((line) => `          ${line}`.trimEnd());
  return [`${label}  ${place}, ${name}`, "", ...source, ""];
}

function killedBy(id: RequirementId): string[] {
  const names = mutantsOf(id);
  return names.length === 0 ? [] : [`mutants   ${names.join(", ")} (serve --mutant starts one)`];
}

function unknownRequirement(id: string): UsageError {
  const meant = didYouMean(id, requirementIds);
  const hint = meant === undefined ? "list shows all of them" : `did you mean "${meant}"?`;
  return new UsageError(`Cannot explain "${id}": there is no such requirement; ${hint}`);
}
