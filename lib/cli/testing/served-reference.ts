import { onTestFinished } from "vitest";
import { createReference } from "../../reference/reference.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { findMutant } from "../serve/find-mutant.ts";

const MERCHANTS = [
  { name: "alpha", apiKey: "reference-alpha-key-7f3a9c21" },
  { name: "beta", apiKey: "reference-beta-key-52d8e0b4" },
];

/** The address of the reference, or of one of its mutants, until the test ends. */
export async function servedReference(mutant?: string): Promise<string> {
  const rules = mutant === undefined ? conformantRules : findMutant(mutant).apply(conformantRules);
  const server = await serveReference(createReference({ merchants: MERCHANTS, rules }));
  onTestFinished(async () => server.close());
  return server.url;
}
