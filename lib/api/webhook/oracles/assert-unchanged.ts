import { OF_A_REFUSED_REQUEST, OF_ANOTHER_REQUEST } from "../../merchant/stored-deviations.ts";
import {
  type Configuration,
  type ConfigurationField,
  type Difference,
  differencesBetween,
} from "../../merchant/configuration.ts";
import { GONE, MIXED_UP, OWN } from "../model/deviations.ts";
import { changeOfUrl } from "../../merchant/url-change.ts";
import type { Deviation } from "../../../engine/requirement/deviation.ts";
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

interface Differing {
  readonly fields?: typeof STORED;
  /** The circumstances, where the answers in between do not show the expectation. */
  readonly when?: readonly string[];
  /** Whether a request in between had this callback URL. */
  readonly wasSent?: (url: string) => boolean;
}

/**
 * Two readings of a configuration agree in the fields that both show.
 * @throws {Violation} naming the first field that differs
 * @throws {UnreturnedError} when they show none of the fields
 */
export function assertUnchanged(
  before: Configuration,
  after: Configuration,
  what: string,
  { fields = STORED, when, wasSent = () => false }: Differing = {},
): void {
  if (!fields.some((field) => before[field] !== undefined && after[field] !== undefined)) {
    throw new UnreturnedError(fields, `The target returns nothing that shows what ${what} changes.`);
  }
  const found = differencesBetween(before, after, fields);
  const [difference] = found;
  if (difference === undefined) return;
  const parts = found.map(({ field }) => field);
  const isNew = parts.includes("id") && parts.includes("createTime");
  const isMixedUp = OWN.every((field) => parts.includes(field));
  throw new Violation({
    expected: `${what} to leave \`${difference.field}\` at ${describeJson(difference.before)}`,
    actual: describeJson(difference.after),
    parts,
    ...comparedTexts(difference.before, difference.after),
    ...(when && {
      deviations: isMixedUp
        ? [MIXED_UP]
        : found
            .map((one) => deviationOf(one, when, wasSent))
            .map((one) => (isNew ? { ...one, what: GONE } : one)),
    }),
  });
}

function deviationOf(
  { field, before, after }: Difference,
  when: readonly string[],
  wasSent: Required<Differing>["wasSent"],
): Deviation {
  if (field !== "callbackUrl" || typeof before !== "string" || typeof after !== "string")
    return { what: `${field} changed`, when, part: field };
  if (!wasSent(after)) return changeOfUrl(before, after, when);
  const ofRefused = { what: OF_A_REFUSED_REQUEST, when: [], part: field };
  return { what: OF_ANOTHER_REQUEST, when, part: field, otherwise: ofRefused };
}
