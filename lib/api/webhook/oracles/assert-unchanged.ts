import {
  type Configuration,
  type ConfigurationField,
  differencesBetween,
} from "../../merchant/configuration.ts";
import { UnreturnedError, Violation } from "../../../engine/record/verdict.ts";
import { comparedTexts, describeJson } from "../../json/json.ts";

/** The fields that only register and disable may change; `retryCount`, `updateTime` and `status` may move by themselves. */
export const STORED: readonly ConfigurationField[] = [
  "id",
  "merchantId",
  "callbackUrl",
  "eventTypes",
  "createTime",
];

/**
 * Two readings of a configuration agree in the fields that both show.
 * @throws {Violation} naming the first field that differs
 * @throws {UnreturnedError} when they show none of the fields
 */
export function assertUnchanged(
  before: Configuration,
  after: Configuration,
  what: string,
  { fields = STORED }: { readonly fields?: typeof STORED } = {},
): void {
  if (!fields.some((field) => before[field] !== undefined && after[field] !== undefined)) {
    throw new UnreturnedError(fields, `The target returns nothing that shows what ${what} changes.`);
  }
  const found = differencesBetween(before, after, fields);
  const [difference] = found;
  if (difference === undefined) return;
  const parts = found.map(({ field }) => field);
  throw new Violation({
    expected: `${what} to leave \`${difference.field}\` at ${describeJson(difference.before)}`,
    actual: describeJson(difference.after),
    parts,
    ...comparedTexts(difference.before, difference.after),
  });
}
