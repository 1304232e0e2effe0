import { Violation } from "../../engine/record/verdict.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import { type Answer, describeAnswer } from "../exchange/answer.ts";
import { configurationIn } from "../merchant/configuration.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { signOf } from "../merchant/rejection/rejection-signs.ts";
import type { Situation } from "../refusals/attempt.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { queryDraft } from "../request/draft.ts";
import { type UnwantedRequest, unwantedAttempt } from "./standing-refusal.ts";

interface Newcomer {
  readonly merchant: Merchant;
  /** So many registers between two queries. */
  readonly perReading: number;
  /** The answer to the merchant's first query. */
  readonly first?: Answer | undefined;
  /** The requirement that a created configuration breaks. */
  readonly breaks: RequirementId;
}

/**
 * Registers of a merchant without a configuration are refused, and create none. It ends where query answers in another way
 * than before: a target that locks out refuses everything.
 * @throws {Violation} when one is accepted, or a configuration exists
 */
export async function refuseNewcomer(
  registers: readonly UnwantedRequest[],
  newcomer: Newcomer,
): Promise<void> {
  const { merchant, perReading } = newcomer;
  const signs = new Set<string>();
  const situation = withoutConfiguration(newcomer, (reading) => signs.add(signOf(reading)));
  const attempts = registers.map((one) => ({
    ...unwantedAttempt(one, merchant, "as a first register"),
    breaks: one.id,
  }));
  for (let start = 0; start < attempts.length && signs.size < 2; start += perReading)
    await refuseAttempts(attempts.slice(start, start + perReading), { situation, every: [] });
}

/** Builds the situation of a merchant without a configuration. Nothing in it moves by itself. */
function withoutConfiguration(
  { merchant, first, breaks }: Newcomer,
  noteReading: (reading: Answer) => void,
): Situation {
  return {
    tellingRepetitions: 1,
    enter: async () => {},
    async movedBy(sent) {
      const reading = await merchant.send(queryDraft("open"));
      const shown = configurationIn(reading);
      if (shown?.callbackUrl !== undefined || (shown?.id !== undefined && showsNothing(first)))
        throw new Violation(
          {
            expected: `no configuration after ${sent.map(({ name }) => name).join(" and ")} was refused`,
            actual: describeAnswer(reading),
            exchange: reading.exchange,
          },
          breaks,
        );
      noteReading(reading);
      return [];
    },
    isUnsteady: async () => false,
    mayBlameTogether: () => false,
    accuse: () => {},
  };
}

/** Whether a query says that nothing exists, and has not failed for another reason. */
function showsNothing(answer: Answer | undefined): boolean {
  const isClear = answer?.envelope !== undefined && answer.wire.status < 500;
  return isClear && configurationIn(answer)?.id === undefined;
}
