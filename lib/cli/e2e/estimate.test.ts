import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const TOLERANCE = 0.35;

test.each([["register.stores"], ["callback-url"], ["isolation", "lifecycle"], ["observations"]])(
  "what is announced for %s alone is near what it costs",
  async (...selectors) => {
    const out = temporaryFolder();
    const { stdout } = await runBin(["run", ...selectors, "--depth", "quick", "--out", out]);
    const [, announced] = /^About (\d+) requests for what was selected at depth quick/m.exec(stdout) ?? [];
    expect(Math.abs(readResult(out).requests.sent / Number(announced) - 1)).toBeLessThan(TOLERANCE);
  },
);
