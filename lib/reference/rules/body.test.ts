import { expect, test } from "vitest";
import type { Choices } from "../choices.ts";
import { ask, configuration, testedReference } from "../testing/ask.ts";

const URL_1 = "https://callback.example/1";
const URL_2 = "https://callback.example/2";
const valid = `{"callbackUrl":"${URL_1}"}`;

async function storedBy(body: string, choices: Partial<Choices> = {}, contentType = "application/json") {
  const reference = testedReference({ choices });
  await ask(reference, "register", { body, headers: { "content-type": contentType } });
  return (await configuration(reference)).callbackUrl;
}

test.for<[string, Partial<Choices>, string | undefined]>([
  [`{"callbackUrl":"${URL_1}","callbackUrl":"${URL_2}"}`, { duplicateMembers: "last" }, URL_2],
  [`{"callbackUrl":"${URL_1}","callbackUrl":"${URL_2}"}`, { duplicateMembers: "first" }, URL_1],
  [`{"callbackUrl":"${URL_1}","callbackUrl":"${URL_2}"}`, { duplicateMembers: "refused" }, undefined],
  [`{"more":{"a":[1.5]},"callbackUrl":"${URL_1}"}`, { unknownMembers: "ignored" }, URL_1],
  [`{"more":{"a":[1.5]},"callbackUrl":"${URL_1}"}`, { unknownMembers: "refused" }, undefined],
  [`${valid} {"x`, { jsonReading: "trailing-bytes" }, URL_1],
  [`${valid} {"x`, { jsonReading: "strict" }, undefined],
  [`{/* c */'callbackUrl':"${URL_1}", // d\n}`, { jsonReading: "relaxed" }, URL_1],
  [`{"callbackUrl":"${URL_1}",}`, { jsonReading: "strict" }, undefined],
  ["not json", { jsonReading: "relaxed" }, undefined],
  ["not json", { jsonReading: "trailing-bytes" }, undefined],
  [valid, { otherContentType: "refused" }, URL_1],
])("%s with %j stores %s", async ([body, choices, stored]) => {
  expect(await storedBy(body, choices)).toBe(stored);
});

test.for([
  ["text/plain", "accepted", URL_1],
  ["text/plain", "refused", undefined],
  ["application/json;charset=UTF-8", "refused", URL_1],
] as const)(
  "content type %s, where others are %s, stores %s",
  async ([contentType, otherContentType, stored]) => {
    expect(await storedBy(valid, { otherContentType }, contentType)).toBe(stored);
  },
);

test("a body where none is due is ignored or refused", async () => {
  for (const [unexpectedBody, status] of [
    ["ignored", 200],
    ["refused", 400],
  ] as const) {
    const reference = testedReference({ choices: { unexpectedBody } });
    await ask(reference, "register", { body: valid });
    expect(await ask(reference, "query", { body: "{}" })).toMatchObject({ status });
  }
});
