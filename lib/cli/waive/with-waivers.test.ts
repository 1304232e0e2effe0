import { expect, test } from "vitest";
import { withWaivers } from "./waive-failures.ts";

const waiver = { requirement: "callback-url.null", reason: "known", owner: "us", expires: "2027-01-01" };

test.each(["# Ours.\n", "# Ours.\n\n[]\n"])("an empty file %j keeps its comment", (text) => {
  const written = withWaivers(text, [waiver], "2026-01-01");
  expect(written).toMatch(/^# Ours\.\n\n# §.*\n# Added on 2026-01-01\.\n- requirement: callback-url\.null\n/);
});
