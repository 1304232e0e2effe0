import { Violation } from "../../engine/verdict.ts";
import { describeAnswer } from "../answer.ts";
import type { Context } from "../context.ts";
import type { Imposture } from "../webhook/oracles/rejects-credentials.ts";
import { showsTheSame } from "./shows-the-same.ts";

/**
 * An operation that changes nothing is refused to an impostor: the answer shows nothing of what the twin was shown,
 * which differs by its credentials alone.
 * @throws {Violation} when it is granted
 * @throws {InconclusiveError} when the twin is not
 */
async function refuses(
  { merchant, operations }: Pick<Context, "merchant" | "operations">,
  operation: string,
  { name, tamper, expects, lane = `impostor-${expects}` }: Imposture,
): Promise<void> {
  const twin = await operations.twin(merchant, operation);
  const answer = await merchant.send({ ...twin.draft, expects, tamper, lane });
  if (!showsTheSame(twin.data, answer.envelope?.["data"])) return;
  throw new Violation({
    expected: `${operation} with ${name} to be refused`,
    actual: describeAnswer(answer),
    exchange: answer.exchange,
  });
}

/** Every operation of an area that the profile gives and that changes nothing is refused without a key. */
export function refusesWithoutKey(area: string): (context: Context) => Promise<void> {
  return async (context) => {
    for (const operation of context.operations.reading(area)) await refuses(context, operation, WITHOUT_KEY);
  };
}

const WITHOUT_KEY: Imposture = {
  name: "no API key",
  expects: "refused key",
  tamper: (valid) => ({ ...valid, apiKey: undefined }),
};
