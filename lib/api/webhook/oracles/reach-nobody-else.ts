import { answerIfAny } from "../../answer-if-any.ts";
import type { Identity, Reach } from "../inputs/reach.ts";
import { type Answer, describeAnswer } from "../../answer.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../../draft.ts";
import type { Context } from "../../context.ts";
import { UnreturnedError, Violation } from "../../../engine/verdict.ts";
import type { Configuration } from "../configuration.ts";
import { show } from "../../finding.ts";
import { neverFalls } from "./never-moves.ts";
import { unchanged } from "./unchanged.ts";

/**
 * Requests that name another merchant neither show nor change what that one has. Whether they are refused is open.
 * @throws {Violation} when one does
 */
export async function reachNobodyElse(
  { merchant, rival, urls, effort }: Context,
  reaches: readonly Reach[],
): Promise<void> {
  const step = (how: readonly Reach[]) => async () => {
    const before = await rival.holds(urls.fresh());
    await merchant.settled();
    await tryAll(before, how);
    const after = await rival.configuration();
    unchanged(before, after, "a request of another merchant");
    return { before, after };
  };
  const tried = effort.tried(reaches);
  await neverFalls("a request of another merchant", step(tried), step(tried.map(() => namesNobody)));

  async function tryAll(before: Configuration, how: readonly Reach[]): Promise<void> {
    const other = identityOf(before);
    for (const reach of how) {
      const answer = await answerIfAny(merchant, reach(queryDraft("open"), other));
      if (answer !== undefined) showsNothingOf(before, answer);
      await answerIfAny(merchant, reach(registerDraft(urls.fresh(), "open"), other));
      await answerIfAny(merchant, reach(disableDraft("open"), other));
    }
  }
}

function showsNothingOf({ callbackUrl }: Configuration, answer: Answer): void {
  const actual = describeAnswer(answer);
  if (typeof callbackUrl !== "string" || !actual.includes(callbackUrl)) return;
  const expected = "nothing of another merchant's configuration";
  throw new Violation({ expected, actual, exchange: answer.exchange });
}

function namesNobody(draft: Draft): Draft {
  return draft;
}

function identityOf({ merchantId, id }: Configuration): Identity {
  const number = typeof id === "number" || typeof id === "bigint" ? String(id) : undefined;
  const name = typeof merchantId === "string" ? merchantId : number;
  if (name !== undefined) return { merchantId: name, id: number ?? "1" };
  throw new UnreturnedError(
    ["merchantId", "id"],
    `The target returns neither \`merchantId\` nor \`id\` to name another merchant: ${show(merchantId)}.`,
  );
}
