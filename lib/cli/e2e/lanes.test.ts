import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogue } from "../catalogue.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { callWebhook, folderWithProfile, servedReference } from "../testing/served-reference.ts";

const merchants = ["alpha", "beta", "gamma", "delta"].map((name) => ({
  name,
  apiKey: `key-of-${name}-0123`,
}));

test("four merchants are checked in two lanes, restored, and reported in the order of the catalogue", async () => {
  const baseUrl = await servedReference({ merchants });
  for (const { name, apiKey } of merchants)
    await callWebhook(baseUrl, "register", { callbackUrl: `https://own.example/${name}` }, apiKey);
  const cwd = folderWithProfile(baseUrl, "", merchants);
  const run = await runBin(
    ["run", "webhook", "--depth", "quick", "--profile", "target.yaml", "--out", "out"],
    {
      cwd,
    },
  );
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
    expect(await callWebhook(baseUrl, "query", undefined, apiKey)).toMatchObject({
      data: { callbackUrl: `https://own.example/${name}` },
    });
});
