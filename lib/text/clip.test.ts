import { expect, test } from "vitest";
import { clipAround } from "./clip.ts";

const ANSWER = `HTTP 200 {"code":0,"data":{"id":1,"callbackUrl":"https://callback.example/${"x".repeat(90)}","eventTypes":"[]","status":1,"retryCount":3,"createTime":"2026-11-21T20:44:20.728Z","updateTime":"2026-11-21T20:44:20.728Z"}}`;

test.each(["id", "callbackUrl", "status", "createTime", "updateTime"])(
  "a cut leaves %s and its beginning, and says what is missing",
  (member) => {
    const cut = clipAround(ANSWER, 120, ["absent", member]);
    const at = ANSWER.indexOf(`"${member}"`);
    expect(cut).toContain(ANSWER.slice(at, at + 30));
    expect(cut.startsWith("HTTP 200")).toBe(true);
    expect(cut.endsWith('Z"}}')).toBe(true);
    const missing = [...cut.matchAll(/ … \((\d+) characters\) … /g)];
    const shown = missing.reduce((text, [mark]) => text.replace(mark, ""), cut);
    const told = missing.reduce((sum, [, chars]) => sum + Number(chars), 0);
    expect(shown.length + told).toBe(ANSWER.length);
  },
);

test("a short text, or one without the members, is cut as usual", () => {
  expect(clipAround("short", 10, ["status"])).toBe("short");
  expect(clipAround("a".repeat(40), 30, ["status"])).toBe(
    `${"a".repeat(20)} … (10 characters) … ${"a".repeat(10)}`,
  );
});
