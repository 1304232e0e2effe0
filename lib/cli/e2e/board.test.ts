import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleCheck } from "../../reporters/testing/example-result.ts";
import type { HistoryLine } from "../../reporters/history/history-line.ts";
import { runBin } from "../testing/run-bin.ts";
import { badNight, nightLine, storeNights } from "../testing/store-nights.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

interface Built {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The page, or nothing. */
  readonly page: string;
}

/** Builds the board of a folder into that folder. */
async function built(folder: string, ...options: readonly string[]): Promise<Built> {
  const out = join(folder, "board.html");
  const { code, stdout, stderr } = await runBin(["board", folder, "--out", out, ...options]);
  return { code, stdout, stderr, page: code === 0 ? readFileSync(out, "utf8") : "" };
}

/** The row of a target in the table of areas, without markup. */
function rowOf(page: string, target: string): string {
  const rows = [...page.matchAll(/<tr data-item [^]*?<\/tr>/g)].map(([row]) => row);
  return plain(rows.find((row) => row.includes(`>${target}</a>`)) ?? "");
}

function articleOf(page: string, target: string): string {
  const articles = [...page.matchAll(/<article [^]*?<\/article>/g)].map(([article]) => article);
  return articles.find((article) => article.includes(`>${target}</h3>`)) ?? "";
}

function plain(html: string): string {
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

test("histories and results of several targets stand on one page, each run once", async () => {
  const folder = temporaryFolder();
  const nights = [nightLine("alpha", 4), badNight("alpha", 3), badNight("alpha", 2), badNight("alpha", 1)];
  storeNights(join(folder, "a/history.jsonl"), nights);
  storeNights(join(folder, "a/older/history.jsonl"), nights.slice(0, 2));
  storeNights(join(folder, "b/history.jsonl"), [nightLine("beta", 5)]);
  const { code, stdout, stderr, page } = await built(folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/board\.html: 2 targets, 5 runs\n$/);
  expect(page).toContain(
    "<title>Conformance board: 2 targets, 1 non-conformant, 1 conformant, 1 stale</title>",
  );
  expect(rowOf(page, "alpha")).toMatch(/non-conformant fails since [^·]+ \(3 runs\)/);
  expect(rowOf(page, "alpha")).toMatch(/✗ ?1 1 failed, since [^(]+\(3 runs\)/);
  expect(rowOf(page, "beta")).toMatch(/✓ conformant stale: 5 days old/);
  expect(articleOf(page, "alpha")).toMatch(/<strong class="bad">register<\/strong> 1 failed since/);
  expect(plain(articleOf(page, "alpha"))).toMatch(/2026?[^:]*: non-conformant/);
});

test("a target without an answer says since when, beside what failed before", async () => {
  const folder = temporaryFolder();
  const silent = { verdict: "unreachable", checks: {} } as const;
  storeNights(join(folder, "a/history.jsonl"), [
    badNight("alpha", 3),
    nightLine("alpha", 2, silent),
    nightLine("alpha", 1, silent),
  ]);
  storeNights(join(folder, "b/history.jsonl"), [nightLine("beta", 0, silent)]);
  const { page } = await built(folder);
  expect(rowOf(page, "alpha")).toMatch(
    /unreachable no answer since [^·]+ \(2 runs\) · not checked again; failed since the first known run, [^·]+ \(1 run\)/,
  );
  expect(rowOf(page, "beta")).toMatch(/unreachable no answer since the first known run, [^·]+ \(1 run\)/);
});

test("targets that fail come first, and numbers in names count as numbers", async () => {
  const folder = temporaryFolder();
  for (const name of ["shop-10", "shop-2"])
    storeNights(join(folder, `${name}/history.jsonl`), [nightLine(name, 1)]);
  storeNights(join(folder, "shop-30/history.jsonl"), [badNight("shop-30", 1)]);
  const { page } = await built(folder);
  const places = ["shop-30", "shop-2", "shop-10"].map((name) => page.indexOf(`>${name}</a>`));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test("a smaller, an interrupted and an unreachable run are shown as such, and hide no failure", async () => {
  const folder = temporaryFolder();
  const scope = { selectors: ["query"], skip: [], levels: [] };
  const part: Partial<HistoryLine> = {
    verdict: "conformant-partial",
    checks: { passed: ["query.answers"] },
    selection: scope,
  };
  const some = nightLine("some", 0, { ...part, checks: { passed: ["register.stores"] } });
  storeNights(join(folder, "some/history.jsonl"), [some]);
  const names = ["partial", "cut", "gone"] as const;
  const lasts: Partial<HistoryLine>[] = [
    part,
    { verdict: "interrupted", checks: { passed: ["query.answers"] } },
    { verdict: "unreachable", checks: {} },
  ];
  for (const [at, name] of names.entries()) {
    const last = nightLine(name, 0, lasts[at]);
    storeNights(join(folder, name, "history.jsonl"), [badNight(name, 1), last]);
  }
  const { page } = await built(folder);
  const [partial, cut, gone] = names.map((name) => rowOf(page, name));
  expect(partial).toMatch(/◐ conformant-partial query only · not checked again; failed since/);
  expect(rowOf(page, "some")).toContain("◐ 1 passed, other checks left out");
  expect(cut).toMatch(/‖ interrupted/);
  expect(gone).toMatch(/∅ unreachable/);
  for (const row of [partial, cut, gone]) expect(row).toContain("failed before, not checked again");
  expect(page).not.toMatch(/title="[^"]+: conformant"/);
});

test("of two runs in one night the worse one shows, and a night without a run is empty", async () => {
  const folder = temporaryFolder();
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const at = (time: string) => ({ startedAt: `${day}T${time}Z`, runId: `cc-${time}` });
  storeNights(join(folder, "history.jsonl"), [
    badNight("a", 1, at("01:00:00")),
    nightLine("a", 1, at("02:00:00")),
  ]);
  const { page } = await built(folder, "--nights", "3");
  const cells = [...page.matchAll(/<li class="([^"]+)" title="[^:"]+: ([^"]+)"/g)].map(([, ...cell]) => cell);
  expect(cells).toEqual([
    ["none empty", "no run"],
    ["none empty", "no run"],
    ["bad", "2 runs, non-conformant, conformant"],
  ]);
  expect(rowOf(page, "a")).toContain("✓ conformant");
});

test("the page links to a report below it, by a relative address, and to no other", async () => {
  const folder = temporaryFolder();
  const at = join(folder, 'run #1 "&');
  mkdirSync(at);
  storeResult(join(at, "conformance.json"), [exampleCheck("register.accepts")]);
  writeFileSync(join(at, "report.html"), "");
  expect((await built(folder)).page).toContain('href="run%20%231%20%22%26/report.html"');
  const elsewhere = join(temporaryFolder(), "new/board.html");
  await runBin(["board", folder, "--out", elsewhere]);
  expect(readFileSync(elsewhere, "utf8")).not.toContain("report.html");
});

test("the page is complete without a script, and loads nothing", async () => {
  const folder = temporaryFolder();
  storeNights(join(folder, "history.jsonl"), [badNight("alpha", 0)]);
  const { page } = await built(folder);
  expect(page).toMatch(/content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'/);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toMatch(
    /<i?frame|<img|<link (?!rel="icon" href="data:,")|@import|url\(| src=| style=| on\w+=|https?:[^<]*"/,
  );
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, anchor] of page.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(anchor);
});
