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
  const { value, at } = readYaml(text, file, waiversSchema, {}, (data) => [
    ...repeatedRequirements(data),
    ...(rule === undefined ? [] : wrongRequirements(data, rule)),
  ]);
  return value.map((waiver, index) => ({ ...waiver, at: at([index, "requirement"]) }));
}

function requirementsIn(data: unknown): unknown[] {
  return Array.isArray(data) ? data.map((entry: unknown) => valueAtPath(entry, ["requirement"])) : [];
}

function wrongRequirements(data: unknown, rule: WaiverRule): FieldProblem[] {
  return requirementsIn(data).flatMap((id, index): FieldProblem[] => {
    const message = typeof id === "string" && id !== "" ? rule(id) : undefined;
    return message === undefined ? [] : [{ path: [index, "requirement"], message }];
  });
}

function repeatedRequirements(data: unknown): FieldProblem[] {
  const ids = requirementsIn(data);
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    const message = `expected one waiver per requirement (got a second one, after [${first}])`;
    return typeof id === "string" && first !== index ? [{ path: [index, "requirement"], message }] : [];
  });
}
