import { type Observed, lookTwice } from "../../engine/observed.ts";
import type { Plain } from "../../engine/plain.ts";
import type { OperationsContext } from "./operations-context.ts";
import { answerIfAny } from "../exchange/answer-if-any.ts";
import type { Draft } from "../request/draft.ts";
import { WITHOUT_KEY } from "../refusals/wrong-keys.ts";
import { kindOfData } from "./shape-of.ts";

/**
 * Observes the answers of operations that change nothing to an empty body, with an API key and without one: the only question
 * where the profile gives no body. Without a twin a rejection proves little, so no target fails by it.
 * @throws {InapplicableError} at quick depth, unless the observation is pinned
 */
export function emptyBodies(...names: readonly string[]): (context: OperationsContext) => Promise<Observed> {
  return async (context) =>
    lookTwice(context, async () => {
      const shown: Record<string, Plain> = {};
      for (const name of names) shown[name] = await answersTo(context, name);
      return shown;
    });
}

async function answersTo({ merchant, operations }: OperationsContext, name: string): Promise<Plain> {
  const draft = operations.withEmptyBody(name);
  const { tamper, lane } = WITHOUT_KEY;
  const withKey = await kindOfAnswer(merchant, draft);
  return { withKey, withoutKey: await kindOfAnswer(merchant, { ...draft, tamper, lane }) };
}

/** Whether such an operation is there is not known. */
async function kindOfAnswer(merchant: OperationsContext["merchant"], draft: Draft): Promise<Plain> {
  const answer = await answerIfAny(merchant, draft);
  return answer === undefined ? "not answered" : kindOfData(answer);
}
