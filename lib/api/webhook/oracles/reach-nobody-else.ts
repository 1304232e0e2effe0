import type { Identity, Reach } from "../inputs/reach.ts";
import { describeAnswer } from "../../answer.ts";
import { disableDraft, queryDraft, registerDraft } from "../../draft.ts";
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
  await neverFalls("a request of another merchant", async () => {
    const before = await rival.holds(urls.fresh());
    await merchant.settled();
    await tryAll(before);
    const after = await rival.configuration();
    unchanged(before, after, "a request of another merchant");
    return { before, after };
  });

  async function tryAll(before: Configuration): Promise<void> {
    const other = identityOf(before);
    for (const reach of effort.tried(reaches)) {
      const answer = await merchant.send(reach(queryDraft("open"), other));
      if (typeof before.callbackUrl === "string" && describeAnswer(answer).includes(before.callbackUrl)) {
        const expected = "nothing of another merchant's configuration";
        throw new Violation({ expected, actual: describeAnswer(answer), exchange: answer.exchange });
      }
      await merchant.send(reach(registerDraft(urls.fresh(), "open"), other));
      await merchant.send(reach(disableDraft("open"), other));
    }
  }
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
