import type { Deviation } from "../../engine/deviation.ts";
import type { Said } from "../../engine/requirement.ts";
import type { JsonValue } from "../json/json.ts";
import { comparedTexts } from "../json/json-object.ts";

type Saying = readonly Said[];

/** The answer is not about the requirement. */
export const NOTHING: Saying = [];

export const KEPT: Saying = [{}];

/** @param compared two values that should be the same: of texts it can be said where they differ */
export function broken(
  expected: string,
  actual: string,
  compared?: readonly [JsonValue, JsonValue],
  deviation?: Deviation,
): Saying {
  const difference = compared && comparedTexts(...compared);
  return [{ broken: { expected, actual, ...difference, ...(deviation && { deviation }) } }];
}

/** The answer lets nobody say that the requirement is kept. */
export function doubtful(reason: string): Saying {
  return [{ doubt: reason }];
}
