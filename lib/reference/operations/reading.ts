import type { Choices } from "../choices.ts";
import { type JsonObject, type Outcome, refusal, success } from "../outcome.ts";
import type { Account } from "./ledger.ts";
import type { Operation, Request } from "./request.ts";
import {
  accountView,
  budgetView,
  detailView,
  listView,
  mentionView,
  subAccountView,
  sumsView,
} from "./views.ts";

const PAGE_SIZE = 10;
const MENTIONED = 2;
const BINS: readonly JsonObject[] = [
  { bin: "424242", network: "VISA", currency: "USD" },
  { bin: "555555", network: "MASTERCARD", currency: "USD" },
];

/** Operations that change nothing; of those without a path in the document (§4.3) the paths are ours. */
export const readingOperations: Readonly<Record<string, Operation>> = {
  "transaction/query": ({ call, ledger, body }) => {
    const { transaction } = call.rules.operations;
    return list(
      call.choices,
      body,
      ledger.transactions.map((one) => transaction(call, one)),
      sumsView(call.choices, ledger.transactions),
    );
  },
  "transaction/detail": (request) => {
    const { call, ledger } = request;
    const found = ledger.transactions.find(({ id }) => names(request, id));
    if (found === undefined) return nothing(call.choices);
    const others = ledger.transactions.filter(({ cardId, id }) => cardId === found.cardId && id !== found.id);
    const record = call.rules.operations.transaction(call, found);
    const mentioned = others.slice(0, MENTIONED).map((other) => mentionView(call.choices, other));
    return success(detailView(call.choices, "transaction", record, mentioned));
  },
  "account/detail": (request) => {
    const account = accountNamed(request) ?? [...request.ledger.accounts.values()][0];
    return account === undefined
      ? nothing(request.call.choices)
      : success(detailView(request.call.choices, "account", accountView(request.call.choices, account)));
  },
  "card/bin/query": ({ call, body }) => list(call.choices, body, BINS),
  "sub-account/detail": (request) => {
    const { choices } = request.call;
    const account = accountNamed(request);
    if (account === undefined) return nothing(choices);
    return success(detailView(choices, "subAccount", subAccountView(choices, account)));
  },
  "budget/query": ({ call, ledger, body }) =>
    list(
      call.choices,
      body,
      ledger.budgets.map((budget) => budgetView(call.choices, budget)),
    ),
};

/** The answer about an unknown id. */
export function nothing({ unknownRecord }: Choices): Outcome {
  if (unknownRecord === "refused") return refusal("unknown-record");
  return success(unknownRecord === "null-data" ? null : {});
}

/** The account that a request names, by whatever member. */
function accountNamed(request: Request): Account | undefined {
  return [...request.ledger.accounts.values()].find(({ id }) => names(request, id));
}

function names({ body }: Request, id: string): boolean {
  return Object.values(body).includes(id);
}

function list(
  choices: Choices,
  { page, pageSize }: Request["body"],
  records: readonly JsonObject[],
  sums: readonly JsonObject[] = [],
): Outcome {
  const all = choices.namedOperations === "empty" ? [] : records;
  const size = typeof pageSize === "number" && pageSize > 0 ? pageSize : PAGE_SIZE;
  const start = (typeof page === "number" && page > 0 ? page - 1 : 0) * size;
  return success(listView(choices, all, all.slice(start, start + size), sums));
}
