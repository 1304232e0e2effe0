import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogue } from "../catalogue.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const merchants = ["alpha", "beta", "gamma", "delta"].map((name) => ({
  name,
  apiKey: `key-of-${name}-0123`,
}));

async function call(
  baseUrl: string,
  operation: string,
  apiKey: string,
  callbackUrl?: string,
): Promise<string> {
  const answer = await fetch(`${baseUrl}/abc/v1/webhook/${operation}`, {
    method: "POST",
    headers: {
      "X-API-Key": apiKey,
      ...(callbackUrl !== undefined && { "Content-Type": "application/json" }),
    },
    ...(callbackUrl !== undefined && { body: JSON.stringify({ callbackUrl }) }),
  });
  return answer.text();
}

test("four merchants are checked in two lanes, restored, and reported in the order of the catalogue", async () => {
  const cwd = temporaryFolder();
  const baseUrl = await servedReference({ merchants });
  for (const { name, apiKey } of merchants)
    await call(baseUrl, "register", apiKey, `https://own.example/${name}`);
  writeFileSync(
    join(cwd, "t.yaml"),
    JSON.stringify({ name: "t", baseUrl, auth: { mode: "api-key" }, merchants }),
  );
  const run = await runBin(["run", "webhook", "--depth", "quick", "--profile", "t.yaml", "--out", "out"], {
    cwd,
  });
  expect(run).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("at depth quick, in 2 lanes: about"),
  });
  const { lanes, checks, restored } = readResult(join(cwd, "out"));
  expect(lanes).toBe(2);
  const ids = checks.map(({ requirement }) => requirement);
  expect(ids).toEqual(catalogue.ids.filter((id) => ids.includes(id)));
  expect(restored).toEqual(merchants.map(({ name }) => ({ merchant: name, outcome: "restored" })));
  for (const { name, apiKey } of merchants)
    expect(await call(baseUrl, "query", apiKey)).toContain(`"https://own.example/${name}"`);
});
