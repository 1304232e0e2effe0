import { expect, test } from "vitest";
import { wording } from "../../engine/requirement/requirement.ts";
import { loadProfile } from "../load/load-profile.ts";
import { exampleOf, otherHosts, secondMerchant } from "./needs.ts";
import type { Profile } from "../schema/profile-schema.ts";
import { mcpSchema } from "../schema/mcp-schema.ts";
import { unreadFields } from "./unread-fields.ts";

const { profile: reference } = await loadProfile("reference", {});
const profile = { ...reference, mcp: mcpSchema.parse({}) };
const { stated } = wording<unknown, Profile, unknown>();
const words = { sections: ["1"], text: "The server does something.", check: async () => undefined };
const webhook = [
  stated("isolation.query-own", { ...words, needs: [secondMerchant] }),
  stated("callback-url.long-label", { ...words, needs: [otherHosts] }),
];
const filled = {
  ...profile,
  operations: { "transaction/query": { body: {} }, "budget/query": { path: "/abc/v1/budget", body: {} } },
  mcp: { ...profile.mcp, url: "https://mcp.issuer.example/" },
};

test("a filled field that no check reads gets a warning; a second merchant is read", () => {
  expect(unreadFields(filled, webhook)).toEqual(
    ["mcp.url", 'operations["transaction/query"].body', 'operations["budget/query"].body'].map((field) => ({
      code: "unread-field",
      field,
      reason: `The profile sets ${field}, but no check of this version reads it.`,
    })),
  );
});

test("a field that a checked requirement requires is read, also one for every operation of an area", () => {
  const judged = [
    ...webhook,
    stated("transaction.query-fees", { ...words, needs: [exampleOf("transaction/query")] }),
    stated("budget.envelope", { ...words, needs: [exampleOf("budget")] }),
  ];
  expect(unreadFields(filled, judged).map(({ field }) => field)).toEqual(["mcp.url"]);
});

test("a profile that fills in nothing of the sort is not warned of", () => {
  expect(unreadFields({ ...profile, operations: {} }, webhook)).toEqual([]);
});
