import type { Deviation } from "../../engine/requirement/deviation.ts";
import type { RuleFinding } from "../../engine/requirement/requirement.ts";
import { type JsonValue, comparedTexts } from "../json/json.ts";

type Saying = readonly RuleFinding[];

/** The answer is not about the requirement. */
export const NOTHING: Saying = [];

export const KEPT: Saying = [{}];

/** How an answer broke a requirement, beside the words that say it. */
interface BreachDetails {
  /** Two values that should be the same: of texts it can be said where they differ. */
  readonly compared?: readonly [JsonValue, JsonValue] | undefined;
  /** The parts of the answer that it is about, where it is not about all that differs. */
  readonly parts?: readonly string[];
  /** How the target deviates, where the answer alone does not say it. */
  readonly deviations?: readonly Deviation[];
}

export function broken(expected: string, actual: string, { compared, ...about }: BreachDetails = {}): Saying {
  const difference = compared && comparedTexts(...compared);
  return [{ broken: { expected, actual, ...difference, ...about } }];
}

/** The answer leaves open whether the requirement is kept. */
export function doubtful(reason: string): Saying {
  return [{ doubt: reason }];
}
