import { expect, test } from "vitest";
import { toJson, toJsonLine } from "./to-json.ts";

const UNSEEN = [
  ["a control of C1", "\u009b31m"],
  ["delete", "\u007f"],
  ["a mark of direction", "\u202egnp.exe"],
  ["an isolate", "\u2066x\u2069"],
  ["a blank without width", "a\u200bb"],
  ["a byte order mark", "\ufeffx"],
  ["a line separator", "a\u2028b"],
  ["a soft hyphen", "a\u00adb"],
  ["a filler", "a\u3164b"],
  ["a selector of variants", "a\ufe0fb"],
  ["a tag beyond the basic plane", "a\u{e0041}b"],
  ["half a surrogate pair", "a\ud800b"],
  ["an escape sequence", "\u001b[2J"],
] as const;

test.each(UNSEEN)("%s is an escape in JSON, and the value stays the same", (_, text) => {
  for (const json of [toJson({ [text]: [text] }), toJsonLine({ [text]: [text] })]) {
    expect(json.replaceAll("\n", "")).not.toMatch(/[^\x20-\x7e]/);
    expect(JSON.parse(json)).toEqual({ [text]: [text] });
  }
});

test("text that a person reads stays as it is", () => {
  expect(toJson("Größe 5 – 北京 🙂 é")).toBe('"Größe 5 – 北京 🙂 é"\n');
});

test("a big integer has all its digits", () => {
  expect(toJson({ id: 12345678901234567890n })).toBe('{\n  "id": 12345678901234567890\n}\n');
  expect(toJsonLine([2n ** 64n])).toBe("[18446744073709551616]");
});
