import * as z from "zod";
import type { Waiver } from "../../engine/record/result.ts";
import type { FieldProblem } from "../yaml/interpolate.ts";
import { valueAtPath } from "../fields/field-path.ts";
import { readYaml, yamlText } from "../yaml/read-yaml.ts";

const waiverSchema = z.strictObject({
  requirement: z.string().min(1).describe("Id of the requirement whose failure is accepted."),
  reason: z.string().min(1).describe("Reason for the acceptance."),
  owner: z.string().min(1).describe("Person or team responsible."),
  expires: z.iso
    .date("expected a date such as 2026-12-31")
    .describe("Last day (UTC) of the waiver. An expired waiver fails the run."),
});

/** The list in a waiver file. */
export const waiversSchema = z.array(waiverSchema);

/** Finds the problem with the requirement of a waiver, reported with all others. Undefined: none. */
export type WaiverRule = (id: string) => string | undefined;

/**
 * Reads a waiver file: a YAML list of `{requirement, reason, owner, expires}`.
 * @param file absolute
 * @throws {ProfileError} with every problem
 */
export async function loadWaivers(file: string, rule?: WaiverRule): Promise<readonly Waiver[]> {
  return parseWaivers(yamlText(file), file, rule);
}

/**
 * Reads the text of such a file, before or after it is written.
 * @throws {ProfileError} with every problem.
 */
export function parseWaivers(text: string, file: string, rule?: WaiverRule): readonly Waiver[] {
  const { value, at } = readYaml(text, file, waiversSchema, {}, (data) => requirementProblems(data, rule));
  return value.map((waiver, index) => ({ ...waiver, at: at([index, "requirement"]) }));
}

function requirementProblems(data: unknown, rule?: WaiverRule): FieldProblem[] {
  const ids = Array.isArray(data) ? data.map((entry: unknown) => valueAtPath(entry, ["requirement"])) : [];
  return ids.flatMap((id, index) => {
    if (typeof id !== "string") return [];
    const first = ids.indexOf(id);
    const repeated = `expected one waiver per requirement (got a second one, after [${first}])`;
    const problems = [first === index ? undefined : repeated, id === "" ? undefined : rule?.(id)];
    return problems
      .filter((message) => message !== undefined)
      .map((message) => ({ path: [index, "requirement"], message }));
  });
}
