import { expect, test } from "vitest";
import { createReference } from "../../lib/reference/reference.ts";
import { serveReference } from "../../lib/reference/serve-reference.ts";
import { profiles } from "./judge-target.ts";
import { runInProcess } from "./run-in-process.ts";

test("two runs from different machines: neither accuses the target", async () => {
  const profile = profiles["api-key"];
  const server = await serveReference(createReference({ merchants: profile.merchants }));
  const target = { ...profile, baseUrl: server.url };
  const runs = await Promise.all([runInProcess(target, 1), runInProcess(target, 2)]);
  await server.close();
  for (const { judgements } of runs) {
    const verdicts = judgements.map(({ result }) => ("verdict" in result ? result.verdict : "observed"));
    expect(verdicts).toContain("passed");
    expect(verdicts).not.toContain("failed");
    expect(verdicts).not.toContain("errored");
  }
});
