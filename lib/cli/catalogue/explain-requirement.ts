import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownCommand } from "../../package/command-line-text.ts";
import { suitesFolder } from "../../package/package-root.ts";
import { didYouMean } from "../../profile/fields/did-you-mean.ts";
import type { RequirementId, Level } from "../../engine/requirement/requirement.ts";
import type { Requirement } from "../../session/requirement.ts";
import { areaOf } from "../../engine/requirement/catalogue.ts";
import { catalogue } from "../catalogue.ts";
import { sectionsText } from "../../reporters/text/finding-facts.ts";
import { UsageError } from "../usage-error.ts";
import { judgeOf, mutantsOf } from "./proofs.ts";

/** The meaning of a level for a target, in one sentence. */
const LEVEL_MEANING: Readonly<Record<Level, string>> = {
  stated: "the document says it: breaking it fails a target",
  inferred: "follows from the document: breaking it fails a target",
  advisory: "the document says it loosely or contradicts itself: breaking it warns",
  unspecified: "the document leaves it open: it is observed, and checked only if a profile pins it",
};

/**
 * Explains one requirement.
 * @throws {UsageError} for an id that the catalogue does not have.
 */
export function explainRequirement(id: string): string {
  const row = catalogue.find(id);
  if (row === undefined) throw unknownRequirement(id);
  const lines = [
    id,
    "",
    row.text,
    "",
    `level     ${row.level}: ${LEVEL_MEANING[row.level]}`,
    `sections  ${sectionsText(row.sections)} of the API document`,
    ...(row.because === undefined ? [] : [`because   ${row.because}`]),
    ...(row.source === undefined ? [] : [`source    ${row.source}`]),
    ...(row.binds === undefined ? [] : [`binds     ${row.binds.when}`]),
    ...(row.needs ?? []).map(({ what, field }) => `needs     ${what} (${field})`),
    ...(row.rule !== undefined ? ["listens   checked on the answers of every check, not only its own"] : []),
    ...judgedBy(row),
    ...killedBy(id),
    "",
    `Check it on your target: ${ownCommand()} run ${id} --profile ./sandbox.yaml`,
    "Requirements about every answer are checked with it.",
  ];
  return `${lines.join("\n")}\n`;
}

function judgedBy({ id, level }: Requirement): string[] {
  const label = level === "unspecified" ? "observed" : "checked ";
  const { path, name } = judgeOf(id);
  const { first, last, lines } = exportSource(readFileSync(join(suitesFolder, path), "utf8"), name);
  const place = `suites/${path}:${first === last ? first : `${first}-${last}`}`;
  const source = lines.map((line) => `          ${line}`.trimEnd());
  return [`${label}  ${place}, ${name}`, "", ...source, ""];
}

function killedBy(id: RequirementId): string[] {
  const names = mutantsOf(id);
  if (names.length === 0) return [];
  return [
    `mutants   ${names.length}: each breaks this rule, and serve --mutant <name> starts one`,
    ...names.map((name) => `          ${name}`),
  ];
}

function unknownRequirement(id: string): UsageError {
  if (isArea(id))
    return new UsageError(
      `Cannot explain "${id}": it is an area; "${ownCommand()} list ${id}" shows its requirements`,
    );
  const replacement = catalogue.replacementOf(id);
  if (replacement !== undefined) return new UsageError(`Cannot explain "${id}": ${replacement}`);
  const meant = didYouMean(id, catalogue.ids);
  const hint = meant === undefined ? "list shows all of them" : `did you mean "${meant}"?`;
  return new UsageError(`Cannot explain "${id}": there is no such requirement; ${hint}`);
}

function isArea(name: string): boolean {
  return (
    [...catalogue.groups].some(([area, group]) => name === area || name === group) ||
    catalogue.ids.some((id) => areaOf(id) === name)
  );
}

/** The lines that export a constant. The first line has number 1. */
interface ExportSource {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
}

/**
 * Matches the statement that exports a constant, as the formatter and the compiler write it. It ends with the
 * first line that is not indented and ends with a semicolon. The comment above it belongs to it.
 */
function exportSource(text: string, name: string): ExportSource {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.startsWith(`export const ${name} `));
  if (at === -1) return { first: 1, last: lines.length, lines };
  let first = at;
  while (/^(?:\/\*\*| \*|\/\/)/.test(lines[first - 1] ?? "")) first -= 1;
  const end = lines.findIndex((line, index) => index >= at && /^\S.*;$/.test(line));
  return { first: first + 1, last: end + 1, lines: lines.slice(first, end + 1) };
}
