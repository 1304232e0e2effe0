import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const REFERENCE = new URL("../../../lib/reference/", import.meta.url);

/** Sources that no check can see: the table of choices, operations of which the document gives the names alone, the faults, sockets, the command line, msw, what only an event or a receiver shows, and the MCP service, which is judged by itself. */
const NO_BEHAVIOUR = [
  /^(axes|delivery|mcp|mutants|operations|variants|testing|verification)\/|\.test\.ts$/,
  /^(changes|choices|parse-choice|mutant|faults|rewriting|handlers|reference)\.ts$/,
  /^rules\/(?:mcp-|operations)/,
  /^(serve-reference|to-request|write-response)\.ts$/,
];

/** Sources that only carry out choices: another way of doing it is another choice, and the variants are for those. */
const NOTHING_BUT_CHOICES =
  /^(answer|arrange|background-delivery|code-limit|extra-members|guard|node-clock|render-json|repaired-url|simulated-clock|stray-page|taken-url|unusual-url|wording)\.ts$/;

/** The files of the reference that are mutated, below `lib/reference/`, and their text. */
export function mutatedSources(): ReadonlyMap<string, string> {
  const files = readdirSync(REFERENCE, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !NOTHING_BUT_CHOICES.test(file))
    .filter((file) => !NO_BEHAVIOUR.some((pattern) => pattern.test(file)))
    .toSorted();
  return new Map(files.map((file) => [file, readFileSync(fileURLToPath(new URL(file, REFERENCE)), "utf8")]));
}
