import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIRST_MISTAKES, HIDDEN, profileWith } from "../testing/first-mistakes.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test.each(FIRST_MISTAKES.map((mistake) => [mistake.name, mistake] as const))(
  "run names one cause and fails no check: %s",
  async (_, mistake) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "target.yaml"), profileWith(mistake));
    const baseUrl = await mistake.baseUrl();
    const args = [
      "run",
      "--depth",
      "quick",
      "--profile",
      "target.yaml",
      "--base-url",
      baseUrl,
      "--out",
      "out",
    ];
    const { code, stdout, stderr } = await runBin(args, { cwd: folder });
    expect({ code, stdout, stderr }).toMatchObject({ code: 4, stderr: "" });
    expect(stdout).toMatch(/Verdict   unreachable \(exit 4\): /);
    expect(stdout).toMatch(mistake.says);
    const { checks, reasonCode, requests } = readResult(join(folder, "out"));
    expect({ checks, reasonCode }).toEqual({ checks: [], reasonCode: mistake.code });
    expect(requests.sent).toBeGreaterThan(0);
    expect(HIDDEN.filter((secret) => stdout.includes(secret))).toEqual([]);
  },
);
