import { expect, test } from "vitest";
import { catalogue } from "../../cli/catalogue.ts";
import { isNormative } from "../../engine/requirement/catalogue.ts";
import { uncoveredReasons, undecidedReasons } from "./shared-reasons.ts";
import { summaryLines } from "../terminal/summary-lines.ts";
import { exampleCheck, resultOf } from "../testing/example-result.ts";

const SHARED = 40;
const ids = catalogue.requirements.filter(isNormative).map(({ id }) => id);
const checks = [
  ...ids.slice(0, SHARED).map((id) => exampleCheck(id, { verdict: "inconclusive", reason: "no answer" })),
  exampleCheck("disable.again", { verdict: "inconclusive", reason: "another client" }),
  exampleCheck("isolation.query-own", { verdict: "uncovered", reason: "a second merchant" }),
  exampleCheck("signature.other-secret", { verdict: "uncovered", reason: "a second merchant" }),
  exampleCheck("isolation.header", { verdict: "uncovered", reason: "a second merchant" }),
];

function told(reasons: ReturnType<typeof uncoveredReasons>) {
  return reasons.map(({ whose, reason }) => ({ whose, reason }));
}

test("a reason is reported once, with the first checks that share it", () => {
  expect(told(undecidedReasons(checks))).toEqual([
    { whose: `${ids.slice(0, 4).join(", ")} and 36 more`, reason: "no answer" },
    { whose: "disable.again", reason: "another client" },
  ]);
  expect(told(undecidedReasons(checks.slice(0, 4)))).toEqual([
    { whose: ids.slice(0, 4).join(", "), reason: "no answer" },
  ]);
});

test("a missing section is reported once, with its areas", () => {
  expect(told(uncoveredReasons(checks))).toEqual([
    { whose: "3 of isolation, signature", reason: "a second merchant" },
  ]);
});

function needing(id: string, field: string) {
  const reason = `Not checked: add ${field} to the profile.`;
  return exampleCheck(id, { verdict: "uncovered", code: "need-not-offered", field, reason });
}

test("checks that need fields of one section of the profile share a line", () => {
  const some = [
    needing("authorization.two-scopes", "mcp.readWriteToken"),
    needing("discovery.issuer", "mcp.url"),
    needing("discovery.resource", "mcp.url"),
    needing("authorization.wrong-token", "mcp.expiredToken"),
    needing("isolation.query-own", "merchants[1]"),
    needing("transaction.query-envelope", 'operations["transaction/query"].body'),
    needing("account.detail-envelope", 'operations["account/detail"].body'),
  ];
  expect(told(uncoveredReasons(some))).toEqual([
    {
      whose: "4 of authorization, discovery",
      reason: "Not checked: add more under `mcp`, first `mcp.url`, `mcp.readWriteToken` and 1 more.",
    },
    { whose: "1 of isolation", reason: "Not checked: add merchants[1] to the profile." },
    {
      whose: "2 of transaction, account",
      reason:
        'Not checked: add more under `operations`, first `operations["transaction/query"].body`, `operations["account/detail"].body`.',
    },
  ]);
});

test("the terminal has at most 12 lines of what is not covered, however many reasons there are", () => {
  const many = ids
    .slice(0, 30)
    .map((id, at) => exampleCheck(id, { verdict: "uncovered", reason: `reason ${at}` }));
  const lines = summaryLines(resultOf(many), (_, text) => text);
  expect(lines.indexOf("") - lines.findIndex((line) => line.startsWith("Not covered"))).toBeLessThan(12);
  expect(lines).toContain("  … and 21 more reasons, in the results");
});
