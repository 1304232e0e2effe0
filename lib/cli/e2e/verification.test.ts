import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test("a target that verifies callback URLs is judged with a receiver", async () => {
  const cwd = temporaryFolder();
  const url = await servedReference({ choices: { urlVerification: "post-challenge" } });
  writeFileSync(
    join(cwd, "p.yaml"),
    `name: t
baseUrl: ${url}
auth: { mode: api-key }
merchants:
  - { name: alpha, apiKey: reference-alpha-key-7f3a9c21 }
  - { name: beta, apiKey: reference-beta-key-52d8e0b4 }
events:
  receiver: {}
  absenceSeconds: 0.06
  acknowledge: {}
  trigger: { url: /_events, body: { merchant: "{merchant}", eventType: "{eventType}" } }
`,
  );
  const selected = ["callback-url", "register", "delivery"];
  const args = ["run", ...selected, "--depth", "quick", "--profile", "p.yaml", "--out", "out"];
  const { code, stdout } = await runBin(args, { cwd });
  expect({ code, stdout }).toMatchObject({ code: 0 });
  const { checks } = readResult(join(cwd, "out"));
  const uncovered = checks.filter(({ verdict }) => verdict === "uncovered");
  expect(uncovered.map(({ requirement }) => requirement)).toEqual(["callback-url.two-hyphens-in-host"]);
});
