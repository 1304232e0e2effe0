import { expect, test } from "vitest";
import { headerValue } from "./era.ts";

test("the name of a tool becomes a header, whatever it contains", () => {
  expect(headerValue("list cards")).toBe("list cards");
  for (const name of ["a\r\nX-Evil: 1", "\u001b]0;x", "caf\u00e9", " a", "a ", ""])
    expect(headerValue(name)).toMatch(/^=[?]base64[?][A-Za-z\d+/=]*[?]=$/);
});
