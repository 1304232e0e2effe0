import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createReference } from "../../reference/reference.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { findMutant } from "../serve/find-mutant.ts";
import { readArchive } from "../testing/read-archive.ts";
import { readResult, runBin } from "../testing/run-bin.ts";

const KEY = "reference-alpha-key-7f3a9c21";
const FAILED = "configuration.id-integer";
const MIN_PAGES = 10;

const parent = mkdtempSync(join(tmpdir(), "card-issuing-conformance-har-"));
const results = join(parent, "results");
afterAll(() => rmSync(parent, { recursive: true, force: true }));
beforeAll(async () => {
  const other = { name: "beta", apiKey: "reference-beta-key-52d8e0b4" };
  const rules = findMutant("shows-id-as-a-string").apply(conformantRules);
  const server = await serveReference(
    createReference({ merchants: [{ name: "alpha", apiKey: KEY }, other], rules }),
  );
  const args = ["run", "register", "configuration", "--depth", "quick", "--base-url", server.url];
  await runBin([...args, "--out", results]);
  await server.close();
});

test("the archive has a page for each check with requests, and each exchange of its evidence", async () => {
  const { code, stdout, stderr } = await runBin(["export", "har", results]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { comment, pages, entries } = readArchive(stdout);
  const { runId } = readResult(results);
  expect(comment).toBe(`Run ${runId} of reference: non-conformant`);
  expect(pages.length).toBeGreaterThan(MIN_PAGES);
  for (const { id } of pages) {
    const { exchanges } = JSON.parse(readFileSync(join(results, "evidence", `${id}.json`), "utf8"));
    expect(entries.filter(({ pageref }) => pageref === id)).toHaveLength(exchanges.length);
  }
  expect(pages.find(({ id }) => id === FAILED)).toMatchObject({
    title: expect.stringContaining("`id`, where present, is an integer"),
    comment: `failed, run ${runId}`,
  });
  expect(entries.filter((entry) => entry.comment.endsWith("(shows the failure)"))).toMatchObject([
    { pageref: FAILED, comment: expect.stringMatching(/^configuration\.id-integer \d+ query by alpha/) },
  ]);
  const times = entries.map(({ startedDateTime }) => startedDateTime);
  expect(times).toEqual(times.toSorted());
});

test("keys stay masked, and conformance.json may be named instead of its folder", async () => {
  const { stdout } = await runBin(["export", "har", join(results, "conformance.json")]);
  expect(stdout).not.toContain(KEY);
  expect(stdout).toContain("[alpha.apiKey]");
  expect(stdout).toBe((await runBin(["export", "har", results])).stdout);
});
