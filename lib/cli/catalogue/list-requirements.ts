import { suiteFiles, suiteFolders } from "../../host/load-suites.ts";
import { suitesFolder } from "../../package-root.ts";
import { catalogue, requirementIds, type RequirementId } from "../../requirements/catalogue.ts";
import { sectionsText } from "../../report/terminal/finding-lines.ts";
import { toJson } from "../../report/to-json.ts";
import { areaGroups, assertSelectors, selects } from "../../selector.ts";
import { judges, mutantsOf } from "./proofs.ts";

/** What proves a requirement, in a word or two. */
interface Row {
  readonly requirement: RequirementId;
  readonly proof: string;
}

/**
 * The rows of the catalogue as text or JSON, with what proves each of them.
 * @throws {SelectorError} for a selector that means nothing.
 */
export async function listRequirements(
  selectors: readonly string[],
  { level, json }: { readonly level?: string; readonly json?: boolean },
): Promise<string> {
  assertSelectors(selectors, suiteFolders(suitesFolder));
  const groups = areaGroups(suiteFiles(suitesFolder));
  const ids = requirementIds
    .filter((id) => level === undefined || catalogue[id].level === level)
    .filter((id) => selectors.length === 0 || selectors.some((selector) => selects(selector, id, groups)));
  return json === true ? asJson(ids) : asText(ids);
}

async function asJson(ids: readonly RequirementId[]): Promise<string> {
  const known = await judges();
  return toJson(
    ids.map((id) => {
      const judge = known.get(id);
      const judgedBy = judge && { ...judge, path: `suites/${judge.path}` };
      return { requirement: id, ...catalogue[id], ...(judgedBy && { judgedBy }), mutants: mutantsOf(id) };
    }),
  );
}

async function asText(ids: readonly RequirementId[]): Promise<string> {
  const known = await judges();
  const rows = ids.map((id): Row => ({ requirement: id, proof: proofOf(id, known.get(id)?.kind) }));
  const idChars = longest(rows.map(({ requirement }) => requirement));
  const proofChars = longest(rows.map(({ proof }) => proof));
  const lines = rows.map(({ requirement, proof }) => {
    const { level, sections, text } = catalogue[requirement];
    return `${requirement.padEnd(idChars)}  ${level.padEnd(11)}  ${proof.padEnd(proofChars)}  ${text} (${sectionsText(sections)})`;
  });
  return `${[...lines, total(ids, known)].join("\n")}\n`;
}

function proofOf(id: RequirementId, kind: string | undefined): string {
  if (kind === undefined) return "nothing yet";
  const count = mutantsOf(id).length;
  return count === 0 ? kind : `${kind}, ${count} ${count === 1 ? "mutant" : "mutants"}`;
}

function total(ids: readonly RequirementId[], known: Awaited<ReturnType<typeof judges>>): string {
  const kinds = Map.groupBy(ids, (id) => known.get(id)?.kind);
  const count = (kind: "check" | "observation" | undefined) => kinds.get(kind)?.length ?? 0;
  return `${ids.length} requirements: ${count("check")} checked, ${count("observation")} observed, ${count(undefined)} with nothing yet`;
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}
