import { expect, test } from "vitest";
import { ask, testedReference } from "../testing/ask.ts";

test("length is counted in the chosen unit", async () => {
  const callbackUrl = `https://callback.example/${"😀".repeat(10)}`.padEnd(512, "x");
  for (const [lengthUnit, status] of [
    ["utf-16", 200],
    ["code-points", 200],
    ["utf-8-bytes", 400],
  ] as const) {
    const answer = await ask(testedReference({ choices: { lengthUnit } }), "register", {
      body: { callbackUrl },
    });
    expect(answer).toMatchObject({ status });
  }
});
