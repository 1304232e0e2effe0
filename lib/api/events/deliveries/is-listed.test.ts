import { expect, test } from "vitest";
import { isListed } from "./is-listed.ts";

const sought = { token: "Ab12", id: undefined, arrived: 1, tokens: ["Ab12", "Cd34"] };
const log = (...entries: unknown[]) => Buffer.from(JSON.stringify({ data: { items: entries } }));

test("without an id, more entries of the URL than have arrived are needed", () => {
  const entry = { url: "https://h/x/Ab12?T=Ab12" };
  expect(isListed(log(entry), sought)).toBe(false);
  expect(isListed(log(entry, { url: "https://h/x/ab12" }), sought)).toBe(true);
  expect(isListed(log({ url: "https://h/x/Cd34" }), sought)).toBe(false);
});

test("an id is the whole of a value, at the URL where URLs are shown", () => {
  const known = { ...sought, id: "17" };
  expect(isListed(log({ event: 17 }), known)).toBe(true);
  expect(isListed(log({ event: "117" }), known)).toBe(false);
  expect(isListed(log({ event: 17, url: "https://h/x/Ab12" }), known)).toBe(true);
  expect(isListed(log({ event: 17, url: "https://h/x/Cd34" }), known)).toBe(false);
});

test("what is no JSON lists nothing", () => {
  expect(isListed(Buffer.from("Ab12 Ab12"), sought)).toBe(false);
});
