import type { Call, ReferenceMerchant } from "../call.ts";
import { type Ledger, newLedger } from "../operations/ledger.ts";
import { namedOperation } from "../operations/named-operations.ts";
import type { Transaction } from "../operations/transactions.ts";
import { transactionView } from "../operations/views.ts";
import { type Outcome, refusal } from "../outcome.ts";
import { parseJsonObject } from "../parse-json-object.ts";

/** Rules of the operations that the document only names (§4.3). */
export const operationRules = {
  /** Accounts, cards and transactions of a merchant. */
  ledger({ merchants, store }: Call, { name }: ReferenceMerchant): Ledger {
    const place = merchants.findIndex((merchant) => merchant.name === name) + 1;
    const ledger = store.ledgers.get(name) ?? newLedger(place);
    store.ledgers.set(name, ledger);
    return ledger;
  },
  /** A transaction as a list and a detail show it. */
  transaction: ({ choices }: Call, transaction: Transaction) => transactionView(choices, transaction),
  perform(call: Call, owner: ReferenceMerchant): Outcome | Promise<Outcome> {
    const operation = namedOperation(call.operation);
    if (operation === undefined || call.choices.namedOperations === "refused") {
      return refusal("not-available");
    }
    const body = call.body.length === 0 ? {} : parseJsonObject(call.body, call.choices);
    if (body === undefined) return refusal("malformed-body");
    return operation({ call, owner, body, ledger: call.rules.operations.ledger(call, owner) });
  },
};
