import { Violation } from "../../../engine/record/verdict.ts";
import { CONFIGURATION_FIELDS, type Configuration, FIELD_FORMS } from "../../merchant/configuration.ts";
import { comparedTexts, describeJson, type JsonValue } from "../../json/json.ts";
import { isSameButForEscapeCase } from "../inputs/equivalent-url.ts";
import { malformedField, returnedField } from "./returned-field.ts";

/**
 * The configuration has these values in these fields.
 * @throws {Violation} when one differs
 * @throws {UnreturnedError} when the target does not return the field
 * @throws {InconclusiveError} when it returns it malformed, which is judged elsewhere
 */
export function assertSame(actual: Configuration, expected: Configuration): void {
  for (const field of CONFIGURATION_FIELDS) {
    if (expected[field] === undefined || actual[field] === expected[field]) continue;
    if (field === "callbackUrl" && isSameForm(expected[field], actual[field])) continue;
    const value = returnedField(actual, field);
    if (!FIELD_FORMS[field].is(value)) throw malformedField(field, value);
    throw new Violation({
      expected: `\`${field}\` ${describeJson(expected[field])}`,
      actual: describeJson(value),
      parts: [field],
      ...comparedTexts(expected[field], value),
    });
  }
}

/** A store may write the letters of escapes in upper case: `callback-url.unusual-unchanged` warns. */
function isSameForm(expected: JsonValue, actual: JsonValue | undefined): boolean {
  return (
    typeof expected === "string" && typeof actual === "string" && isSameButForEscapeCase(expected, actual)
  );
}
