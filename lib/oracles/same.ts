import { InconclusiveError, Violation } from "../verdict.ts";
import type { Configuration } from "../wire/configuration.ts";
import { CONFIGURATION_FIELDS } from "../wire/configuration.ts";
import { show } from "../wire/finding.ts";

/**
 * The configuration has these values in these fields.
 * @throws {Violation} when one differs
 * @throws {InconclusiveError} when the target does not return the field
 */
export function same(actual: Configuration, expected: Configuration): void {
  for (const field of CONFIGURATION_FIELDS) {
    if (expected[field] === undefined) continue;
    if (actual[field] === undefined) {
      throw new InconclusiveError(`The target does not return \`${field}\`, which this check reads.`);
    }
    if (actual[field] !== expected[field]) {
      throw new Violation({ expected: `\`${field}\` ${show(expected[field])}`, actual: show(actual[field]) });
    }
  }
}
