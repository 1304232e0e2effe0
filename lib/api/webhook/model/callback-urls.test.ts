import { expect, test } from "vitest";
import { CallbackUrls } from "./callback-urls.ts";

const RUN = { runId: "cc-0123456789", base: "https://callback.example", varyHost: true };

function someOf(urls: CallbackUrls): string[] {
  return [urls.fresh(), urls.fresh(), urls.under("long"), ...urls.withoutPath()];
}

test("ofSecondRound: no URL is one of the first round, and each is new", () => {
  const urls = new CallbackUrls(RUN);
  const [first, second, third] = [someOf(urls), someOf(urls.ofSecondRound()), urls.ofSecondRound().fresh()];
  expect(new Set([...first, ...second, third]).size).toBe(first.length + second.length + 1);
  expect([...second, third].every((url) => url.includes(RUN.runId))).toBe(true);
});

test("ofSecondRound: the URLs move to another base with those of the first round", () => {
  const urls = new CallbackUrls(RUN);
  const second = urls.ofSecondRound();
  urls.moveTo({ base: "https://receiver.example", varyHost: false });
  expect(second.fresh()).toMatch(/^https:\/\/receiver\.example\//);
});
