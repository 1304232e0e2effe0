import { expect, test } from "vitest";
import { ask, questionRequest, testedReference } from "./testing/ask.ts";

test("a named-only operation answers its record", async () => {
  const body = { transactionId: "T100001" };
  const { data } = await ask(testedReference(), "/abc/v1/transaction/detail", { body });
  expect(data).toMatchObject({ transactionType: "Authorization", fees: 25 });
});

test("what a merchant moves, cancels and decides stays so", async () => {
  const reference = testedReference();
  const call = async (operation: string, body: object) => ask(reference, `/abc/v1/${operation}`, { body });
  const transfer = { fromAccountId: "A100001", toAccountId: "S100001", amount: 100 };
  expect((await call("account/transfer", transfer)).data).toMatchObject({ transferId: "X000001" });
  expect((await call("account/detail", {})).data).toMatchObject({ balance: 1_249_900 });
  const once: readonly (readonly [string, object])[] = [
    ["card/cancel", { cardId: "C100001" }],
    ["transaction/3ds/decision", { challengeId: "H100001", accept: false }],
  ];
  for (const [operation, body] of once) {
    expect((await call(operation, body)).data).toBe(true);
    expect(await call(operation, body)).toMatchObject({ status: 409 });
  }
  expect(await call("card/cancel", { cardId: "C200001" })).toMatchObject({ status: 404 });
});

test("an interrupted connection is an answer of type error", async () => {
  const reference = testedReference({ choices: { infrastructure: "reset" } });
  const types: string[] = [];
  for (let sent = 0; sent < 29; sent += 1)
    types.push((await reference.fetch(questionRequest("query", {}))).type);
  expect(types.indexOf("error")).toBe(28);
});

test("two references share nothing", async () => {
  await ask(testedReference(), "register", { body: { callbackUrl: "https://callback.example/one" } });
  expect(await ask(testedReference(), "query")).toMatchObject({ status: 404 });
});
