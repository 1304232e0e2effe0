import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { catalogue, isNormative, requirementIds } from "../../lib/requirements/catalogue.ts";

/** A mutant and what the suite says about it. */
export interface Kill {
  readonly mutant: string;
  readonly breaks: string;
  readonly depth: "quick" | "standard";
  readonly caught: readonly string[];
}

const folder = fileURLToPath(new URL("../../reports/", import.meta.url));

/** Writes which mutants each normative requirement catches, as a table for people and as JSON: `reports/proof.*`. */
export function writeProof(kills: readonly Kill[]): string {
  const rows = requirementIds.filter(isNormative).map((id) => ({
    requirement: id,
    level: catalogue[id].level,
    mutants: kills.filter(({ caught }) => caught.includes(id)).map(({ mutant }) => mutant),
  }));
  const judged = rows.filter(({ mutants }) => mutants.length > 0);
  const quick = kills.filter(({ depth }) => depth === "quick").length;
  const totals = `${kills.length} mutants, ${kills.filter(({ caught, breaks }) => caught.includes(breaks)).length} caught for what they break (${quick} of them at quick depth), by ${judged.length} requirements.`;
  const table = judged.map(
    ({ requirement, level, mutants }) =>
      `| ${requirement} | ${level} | ${mutants.length} | ${mutants.join(", ")} |`,
  );
  const page = [
    "# What the suite catches",
    "",
    totals,
    "",
    "| requirement | level | mutants | which |",
    "| --- | --- | --- | --- |",
    ...table,
    "",
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}proof.md`, page.join("\n"));
  writeFileSync(`${folder}proof.json`, `${JSON.stringify({ totals, requirements: rows, kills }, null, 2)}\n`);
  return [
    totals,
    ...judged.map(({ requirement, mutants }) => `${requirement} ← ${mutants.length} mutants`),
  ].join("\n");
}
