import { type Outcome, refusal, success } from "../outcome.ts";
import { nothing } from "./reading.ts";
import type { Operation } from "./request.ts";
import { detailView, subAccountView } from "./views.ts";

/** Operations that move money or change cards, accounts and challenges for good. */
export const movingOperations: Readonly<Record<string, Operation>> = {
  "account/transfer": ({ ledger, body }) => {
    const { accounts } = ledger;
    const from = accounts.get(String(body["fromAccountId"]));
    const to = accounts.get(String(body["toAccountId"]));
    const amount = body["amount"];
    if (from === undefined || to === undefined || from === to || !isAmount(amount))
      return refusal("bad-parameters");
    if (from.balance < amount) return refusal("not-possible");
    accounts.set(from.id, { ...from, balance: from.balance - amount });
    accounts.set(to.id, { ...to, balance: to.balance + amount });
    ledger.transfers += 1;
    return success({ transferId: `X${String(ledger.transfers).padStart(6, "0")}`, amount, status: "Done" });
  },
  "card/cancel": ({ call, ledger, body }) =>
    settle(ledger.cards, String(body["cardId"]), ["active", "cancelled"], nothing(call.choices)),
  "sub-account/switch-provider": ({ call, ledger, body }) => {
    const account = ledger.accounts.get(String(body["subAccountId"]));
    const provider = body["provider"];
    if (account === undefined || typeof provider !== "string") return refusal("bad-parameters");
    const switched = { ...account, provider };
    ledger.accounts.set(account.id, switched);
    return success(detailView(call.choices, "subAccount", subAccountView(call.choices, switched)));
  },
  "transaction/3ds/decision": ({ call, ledger, body }) => {
    const { challengeId, accept } = body;
    if (typeof accept !== "boolean") return refusal("bad-parameters");
    const decision = accept ? "accepted" : "rejected";
    return settle(ledger.challenges, String(challengeId), ["open", decision], nothing(call.choices));
  },
};

function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** Brings a record from one state into another, once and for all. */
function settle<State>(
  records: Map<string, State>,
  id: string,
  [from, to]: readonly [State, State],
  unknown: Outcome,
): Outcome {
  const state = records.get(id);
  if (state === undefined) return unknown;
  if (state !== from) return refusal("not-possible");
  records.set(id, to);
  return success(true);
}
