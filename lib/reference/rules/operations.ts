import type { Call, ReferenceMerchant } from "../call.ts";
import { type Ledger, newLedger } from "../operations/ledger.ts";
import { namedOperation } from "../operations/named-operations.ts";
import type { Transaction } from "../operations/transactions.ts";
import { transactionView } from "../operations/views.ts";
import { type JsonObject, type Outcome, refusal } from "../outcome.ts";
import { parseJsonObject } from "../parse-json-object.ts";

/** Rules of the operations that the document only names (§4.3). */
export interface OperationRules {
  /** Accounts, cards and transactions of a merchant. */
  readonly ledger: (call: Call, owner: ReferenceMerchant) => Ledger;
  /** A transaction as a list and a detail show it. */
  readonly transaction: (call: Call, transaction: Transaction) => JsonObject;
  readonly perform: (call: Call, owner: ReferenceMerchant) => Outcome | Promise<Outcome>;
}

export const operationRules: OperationRules = {
  ledger({ merchants, store }, { name }) {
    const place = merchants.findIndex((merchant) => merchant.name === name) + 1;
    const ledger = store.ledgers.get(name) ?? newLedger(place);
    store.ledgers.set(name, ledger);
    return ledger;
  },
  transaction: ({ choices }, transaction) => transactionView(choices, transaction),
  perform(call, owner) {
    const operation = namedOperation(call.operation);
    if (operation === undefined || call.choices.namedOperations === "refused") {
      return refusal("not-available");
    }
    const body = call.body.length === 0 ? {} : parseJsonObject(call.body, call.choices);
    if (body === undefined) return refusal("malformed-body");
    return operation({ call, owner, body, ledger: call.rules.operations.ledger(call, owner) });
  },
};
