import { expect, test } from "vitest";
import { loadProfile } from "../profile/load-profile.ts";
import { unreadFields } from "./unread-fields.ts";

const { profile } = await loadProfile("reference", {});
const filled = {
  ...profile,
  operations: { "transaction/query": { body: {} }, "budget/query": { path: "/abc/v1/budget", body: {} } },
  mcp: { ...profile.mcp, url: "https://mcp.issuer.example/" },
};

test("what a profile fills in and nothing reads is warned of; a second merchant is read", () => {
  expect(unreadFields(filled, ["isolation.query-own", "callback-url.long-label"])).toEqual(
    ["mcp.url", 'operations["transaction/query"].body', 'operations["budget/query"].body'].map((field) => ({
      code: "unread-field",
      field,
      reason: `The profile gives ${field}, and this version has no check that reads it.`,
    })),
  );
});

test("what a requirement with a check needs is read, also when it needs any operation of an area", () => {
  const judged = [
    "isolation.query-own",
    "callback-url.long-label",
    "transaction.query-fees",
    "budget.envelope",
  ] as const;
  expect(unreadFields(filled, judged).map(({ field }) => field)).toEqual(["mcp.url"]);
});

test("a profile that fills in nothing of the sort is not warned of", () => {
  expect(unreadFields(profile, ["isolation.query-own", "callback-url.long-label"])).toEqual([]);
});
