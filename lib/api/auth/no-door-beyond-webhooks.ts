import { Violation } from "../../engine/verdict.ts";
import { describeAnswer } from "../exchange/answer.ts";
import type { OperationsContext } from "../operations/operations-context.ts";
import type { Draft } from "../request/draft.ts";
import type { CredentialOffence } from "../request/offence.ts";
import { answerIfAny } from "../exchange/answer-if-any.ts";
import type { Detours } from "../request/detours.ts";
import { identityIn } from "../request/identity.ts";
import { showsTheSame } from "../operations/shows-the-same.ts";
import type { Twin } from "../operations/operations.ts";

/** A connection of its own: some servers leave the body of a method that they do not serve to the next request. */
const LANE = "detour";
/** How many operations each detour leads to. */
const OPERATIONS_TRIED = { quick: 0, standard: 1, deep: 100 };

/**
 * No detour leads past wrong credentials to an operation that the document only names, as far as the profile gives some
 * that change nothing and grant a valid call. Operations and offences take turns.
 * @throws {Violation} when one does
 */
export async function opensNoDoorBeyondWebhooks(
  { merchant, operations, effort }: Pick<OperationsContext, "merchant" | "operations" | "effort">,
  { first, further, rare }: Detours,
  offences: readonly CredentialOffence[],
): Promise<void> {
  const tried = effort.at(OPERATIONS_TRIED);
  if (tried === 0) return;
  const twins: [operation: string, twin: Twin][] = [];
  for (const operation of operations.reading())
    if (await operations.grants(merchant, operation))
      twins.push([operation, await operations.twin(merchant, operation)]);
  const identity = identityIn(await merchant.settled());
  const ways = [...first, ...further, ...rare].filter(({ operations: some }) => some.includes("query"));
  for (const [turn, detour] of ways.entries())
    for (const [operation, { draft, data }] of fromTurn(twins, turn).slice(0, tried)) {
      const way = detour.take(draft, identity);
      const offence = offences[turn % offences.length];
      if (offence === undefined || way === undefined || !canBeSent(way)) continue;
      const { name, tamper, expects } = offence;
      const answer = await answerIfAny(merchant, { ...way, tamper, expects, isAstray: true, lane: LANE });
      if (answer === undefined || !showsTheSame(data, answer.envelope?.["data"])) continue;
      throw new Violation({
        expected: `${operation} with ${name} and ${detour.name} to be refused`,
        actual: describeAnswer(answer),
        exchange: answer.exchange,
      });
    }
}

/** A GET has no body. */
function canBeSent({ method, body }: Draft): boolean {
  return method !== "GET" || body === undefined;
}

function fromTurn<T>(all: readonly T[], turn: number): readonly T[] {
  const start = all.length === 0 ? 0 : turn % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}
