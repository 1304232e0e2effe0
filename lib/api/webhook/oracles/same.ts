import { InconclusiveError, Violation } from "../../../engine/verdict.ts";
import { CONFIGURATION_FIELDS, type Configuration, FIELD_FORMS } from "../../merchant/configuration.ts";
import { comparedTexts, show } from "../../json/json-object.ts";
import { returned } from "./returned.ts";

/**
 * The configuration has these values in these fields.
 * @throws {Violation} when one differs
 * @throws {UnreturnedError} when the target does not return the field
 * @throws {InconclusiveError} when it returns it malformed, which is judged elsewhere
 */
export function same(actual: Configuration, expected: Configuration): void {
  for (const field of CONFIGURATION_FIELDS) {
    if (expected[field] === undefined || actual[field] === expected[field]) continue;
    const value = returned(actual, field);
    if (!FIELD_FORMS[field].is(value)) {
      throw new InconclusiveError(`The target returns \`${field}\` malformed: ${show(value)}.`);
    }
    throw new Violation({
      expected: `\`${field}\` ${show(expected[field])}`,
      actual: show(value),
      parts: [field],
      ...comparedTexts(expected[field], value),
    });
  }
}
