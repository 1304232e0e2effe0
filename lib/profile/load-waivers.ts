import * as z from "zod";
import type { Waiver } from "../engine/waiver.ts";
import type { FieldProblem } from "./interpolate.ts";
import { valueAtPath } from "./field-path.ts";
import { readText } from "./read-text.ts";
import { readYaml } from "./read-yaml.ts";

const waiverSchema = z.strictObject({
  requirement: z.string().min(1).describe("Id of the requirement whose failure is accepted."),
  reason: z.string().min(1).describe("Reason for the acceptance."),
  owner: z.string().min(1).describe("Person or team responsible."),
  expires: z.iso
    .date("expected a date such as 2026-12-31")
    .describe("Last day (UTC) of the waiver. An expired waiver fails the run."),
  set: z
    .string()
    .min(1)
    .exactOptional()
    .describe("Set of the run whose failure was accepted. Default: the run named no set."),
});

/** The list in a waiver file. */
export const waiversSchema = z.array(waiverSchema);

/** Finds the problem with a field of a waiver, reported with all others. Undefined: none. */
export interface WaiverRules {
  readonly requirement: (id: string) => string | undefined;
  readonly set: (name: string, id: string) => string | undefined;
}

const NO_RULES: WaiverRules = { requirement: () => undefined, set: () => undefined };

/**
 * Reads a waiver file: a YAML list of `{requirement, reason, owner, expires, set}`.
 * @param file absolute
 * @throws {ProfileError} with every problem
 */
export async function loadWaivers(file: string, rules: WaiverRules = NO_RULES): Promise<readonly Waiver[]> {
  return parseWaivers(await readText(file), file, rules);
}

/**
 * Reads the text of such a file, before or after it is written.
 * @throws {ProfileError} with every problem.
 */
export function parseWaivers(text: string, file: string, rules: WaiverRules = NO_RULES): readonly Waiver[] {
  const { value, at } = readYaml(text, file, waiversSchema, {}, (data) => [
    ...repeatedRequirements(data),
    ...wrongFields(data, rules),
  ]);
  return value.map((waiver, index) => ({ ...waiver, at: at([index, "requirement"]) }));
}

function valuesIn(data: unknown, field: keyof WaiverRules): unknown[] {
  return Array.isArray(data) ? data.map((entry: unknown) => valueAtPath(entry, [field])) : [];
}

function wrongFields(data: unknown, rules: WaiverRules): FieldProblem[] {
  const names = valuesIn(data, "set");
  return valuesIn(data, "requirement").flatMap((id, index) => {
    if (typeof id !== "string" || id === "") return [];
    const name = names[index];
    const messages = {
      requirement: rules.requirement(id),
      set: typeof name === "string" ? rules.set(name, id) : undefined,
    };
    return Object.entries(messages).flatMap(([field, message]): FieldProblem[] =>
      message === undefined ? [] : [{ path: [index, field], message }],
    );
  });
}

function repeatedRequirements(data: unknown): FieldProblem[] {
  const ids = valuesIn(data, "requirement");
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    const message = `expected one waiver per requirement (got a second one, after [${first}])`;
    return typeof id === "string" && first !== index ? [{ path: [index, "requirement"], message }] : [];
  });
}
