import { expect, test } from "vitest";
import { disableDraft, nowhereDraft, queryDraft, registerDraft } from "../request/draft.ts";
import { onlyQueries, ReadOnlyError } from "./read-only.ts";

const query = queryDraft();
const register = registerDraft("https://receiver.example/a");

test.each([
  ["a register", register],
  ["a register with wrong credentials", { ...register, expects: "refused key" as const }],
  ["a disable", disableDraft()],
  ["another operation", { ...query, path: "/abc/v1/transaction/query" }],
  ["a query by another method", { ...query, method: "DELETE" }],
  [
    "a query whose header asks for another path",
    { ...query, headers: [["X-Original-URL", register.path]] as const },
  ],
  ["a query with parameters", { ...query, query: "operation=register" }],
  ["a register that is called a query", { ...register, label: "query" }],
])("a read-only run does not send %s", (_, draft) => {
  expect(() => onlyQueries(draft)).toThrow(ReadOnlyError);
});

test.each([
  ["a query", query],
  ["a query with wrong credentials", queryDraft("refused key")],
  ["a path that no version of the API has", nowhereDraft()],
])("a read-only run sends %s", (_, draft) => {
  expect(() => onlyQueries(draft)).not.toThrow();
});
