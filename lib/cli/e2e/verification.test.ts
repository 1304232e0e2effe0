import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { folderWithProfile, servedReference } from "../testing/served-reference.ts";

test("a target that verifies callback URLs is judged with a receiver", async () => {
  const url = await servedReference({ choices: { urlVerification: "post-challenge" } });
  const cwd = folderWithProfile(
    url,
    `events:
  receiver: {}
  absenceSeconds: 0.06
  acknowledge: {}
  trigger: { url: /_events, body: { merchant: "{merchant}", eventType: "{eventType}" } }
`,
  );
  const selected = ["callback-url", "register", "delivery"];
  const args = ["run", ...selected, "--depth", "quick", "--profile", "target.yaml", "--out", "out"];
  const { code, stdout } = await runBin(args, { cwd });
  expect({ code, stdout }).toMatchObject({ code: 0 });
  const { checks } = readResult(join(cwd, "out"));
  const uncovered = checks.filter(({ verdict }) => verdict === "uncovered");
  expect(uncovered.map(({ requirement }) => requirement)).toEqual(["callback-url.two-hyphens-in-host"]);
});
