import { expect, test } from "vitest";
import { BETA, ask, configuration, questionRequest, testedReference } from "./testing/ask.ts";

const URL_1 = "https://callback.example/one";
const URL_2 = "https://callback.example/One?a=b%20c&d";

test("register, query, update and disable have the documented effects", async () => {
  const reference = testedReference();
  expect((await ask(reference, "register", { body: { callbackUrl: URL_1 } })).data).toBe(true);
  const first = await configuration(reference);
  expect(first).toMatchObject({ callbackUrl: URL_1, status: 1, merchantId: "M0001", id: 1 });
  expect((await ask(reference, "register", { body: { callbackUrl: URL_2 } })).data).toBe(true);
  const { id, merchantId, createTime } = first;
  expect(await configuration(reference)).toMatchObject({ id, merchantId, createTime, callbackUrl: URL_2 });
  expect((await ask(reference, "disable")).data).toBe(true);
  expect(await configuration(reference)).toMatchObject({ id, createTime, callbackUrl: URL_2, status: 0 });
});

test("a refused register changes nothing", async () => {
  const reference = testedReference();
  await ask(reference, "register", { body: { callbackUrl: URL_1 } });
  const before = await configuration(reference);
  const refused = await ask(reference, "register", { body: { callbackUrl: "http://callback.example/" } });
  expect(refused).toMatchObject({ status: 400, data: undefined, envelope: { code: 40012 } });
  expect(await configuration(reference)).toEqual(before);
});

test("merchants do not see each other", async () => {
  const reference = testedReference();
  await ask(reference, "register", { body: { callbackUrl: URL_1 } });
  await ask(reference, "register", { body: { callbackUrl: URL_2 }, key: BETA.apiKey });
  await ask(reference, "disable", { key: BETA.apiKey });
  expect(await configuration(reference)).toMatchObject({ callbackUrl: URL_1, status: 1, id: 1 });
  expect(await configuration(reference, BETA.apiKey)).toMatchObject({ callbackUrl: URL_2, status: 0, id: 2 });
});

test.for([
  null,
  "",
  "key-of-alph",
  "key-of-alphaa",
  "KEY-OF-ALPHA",
  "key-of-alphb",
  "key-of-alpha, key-of-beta",
])("the key %s is refused on every operation and has no effect", async (key) => {
  const reference = testedReference();
  await ask(reference, "register", { body: { callbackUrl: URL_1 } });
  const before = await configuration(reference);
  for (const operation of ["register", "query", "disable", "/abc/v1/card/cancel"]) {
    const answer = await ask(reference, operation, { key, body: { callbackUrl: URL_2 } });
    expect(answer).toMatchObject({ status: 401, data: undefined });
  }
  expect(await configuration(reference)).toEqual(before);
});

test.for(["/abc/v1/webhook/nothing", "/abc/v2/webhook/query", "/", "/abc/v1/webhook/query/"])(
  "the unknown path %s is answered with an envelope",
  async (path) => {
    expect(await ask(testedReference(), path)).toMatchObject({ status: 404, envelope: { code: 40400 } });
  },
);

test("another method is refused", async () => {
  const answer = await ask(testedReference(), "query", { method: "GET" });
  expect(answer).toMatchObject({ status: 405, envelope: { code: 40500 } });
});

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
  await ask(testedReference(), "register", { body: { callbackUrl: URL_1 } });
  expect(await ask(testedReference(), "query")).toMatchObject({ status: 404 });
});
