import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleCheck, exampleHeader, HOSTILE } from "../../reporters/testing/example-result.ts";
import { runBin } from "../testing/run-bin.ts";
import { badNight, nightLine, storeNights } from "../testing/store-nights.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import type { HistoryLine } from "../../reporters/history/history-line.ts";

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

/** Characters and markup that a browser or a terminal executes. */
// oxlint-disable-next-line no-control-regex -- the output must not contain them
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u202e]|<script>a/;

/** Builds the board of a folder with one good target, in addition to what the folder has. */
async function board(folder: string, ...places: readonly string[]) {
  storeNights(join(folder, "good/history.jsonl"), [nightLine("good", 0)]);
  const out = join(folder, "board.html");
  const { code, stdout, stderr } = await runBin(["board", folder, ...places, "--out", out]);
  expect(code).toBe(0);
  const page = readFileSync(out, "utf8");
  expect(page).not.toMatch(ACTIVE);
  expect(stderr).not.toMatch(ACTIVE);
  return { stdout, stderr, page };
}

test("a result that cannot be read is named on the page and on stderr, and the others are shown", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "bad"));
  writeFileSync(join(folder, "bad/conformance.json"), "\u001b[31mgarbage");
  const { stderr, page } = await board(folder);
  expect(stderr).toMatch(/bad\/conformance\.json: it is not JSON\n$/);
  expect(page).toContain("bad/conformance.json</code> it is not JSON");
  expect(page).toContain(">good</a>");
});

test("a link and a place that does not exist are named, and links to folders are not followed", async () => {
  const [folder, outside] = [temporaryFolder(), temporaryFolder()];
  storeNights(join(outside, "history.jsonl"), [nightLine("outside", 0)]);
  mkdirSync(join(folder, "link"));
  symlinkSync(join(outside, "history.jsonl"), join(folder, "link/history.jsonl"));
  mkdirSync(join(folder, "dangling"));
  symlinkSync(join(folder, "nowhere"), join(folder, "dangling/conformance.json"));
  symlinkSync(outside, join(folder, "linked"));
  symlinkSync(folder, join(folder, "circle"));
  const { stderr, page } = await board(folder, join(folder, "missing"));
  expect(stderr).toMatch(/link\/history\.jsonl: it is a link/);
  expect(stderr).toMatch(/dangling\/conformance\.json: it is a link/);
  expect(stderr).toMatch(/missing: there is no such file or folder/);
  expect(page).not.toContain(">outside</a>");
});

test("hostile texts and numbers are shown as text, and cut", async () => {
  const folder = temporaryFolder();
  const long = "x".repeat(100_000);
  const selection = { selectors: [HOSTILE, long], skip: [HOSTILE], levels: [] };
  const rest = { label: HOSTILE, depth: long, selection, requests: 1e300, durationMs: -1e300 };
  storeNights(join(folder, "bad/history.jsonl"), [
    badNight(HOSTILE, 0, rest),
    badNight("below zero", 0, { requests: -1e300, durationMs: -1e300 }),
    badNight(long, 0, { ...rest, durationMs: 1e300 }),
    { ...nightLine("bad", 0), requests: "1" },
    { ...nightLine("bad", 0), checks: { passed: ["<script>alert(1)</script>"] } },
    { ...nightLine("bad", 0), target: { name: "bad", baseUrl: "javascript:alert(1)", __proto__: null } },
  ]);
  const { stderr, page } = await board(folder);
  expect(stderr).toMatch(/2 of its 6 lines cannot be read as runs/);
  expect(page.length).toBeLessThan(100_000);
  expect(page).toContain("1.0e+300 in the last run");
  expect(page).toContain("<small>0 in the last run, 0 to 0 in");
  expect(page).toContain("<small>0.0 s in the last run, 0.0 s to 0.0 s in");
  expect(page).not.toMatch(/NaN|Infinity|undefined|href="javascript/);
});

test("a verdict that its checks contradict, and a run from the future, are not shown", async () => {
  const folder = temporaryFolder();
  const verdict = "conformant" as const;
  const restricted = { selectors: ["query"], skip: [], levels: [] };
  storeNights(join(folder, "bad/history.jsonl"), [
    badNight("liar", 0, { verdict }),
    nightLine("empty", 0, { checks: {} }),
    nightLine("part", 0, { selection: restricted }),
    nightLine("ahead", -3),
    nightLine("past", 0, { startedAt: "0000-01-01T00:00:00Z" }),
  ]);
  const { stderr, page } = await board(folder);
  expect(stderr).toContain("its verdict is conformant, but it has failed checks. It is not shown");
  expect(stderr).toContain("its verdict is conformant, but it has no checks that passed. It is not shown");
  expect(stderr).toContain(
    "its verdict is conformant, but the run was restricted (query only). It is not shown",
  );
  expect(stderr).toContain("its run starts before the year 2000 (0000-01-01T00:00:00.000Z)");
  expect(stderr).toMatch(/its run starts in the future \(.+\)\. Check the clock/);
  expect(page).toContain("<title>Conformance board: 1 target, 1 conformant</title>");
});

test("two results of one run count once, the worse one", async () => {
  const folder = temporaryFolder();
  const [good, bad] = [nightLine("twice", 1), badNight("twice", 1)];
  storeNights(join(folder, "one/history.jsonl"), [good]);
  storeNights(join(folder, "two/history.jsonl"), [{ ...bad, startedAt: good.startedAt }]);
  const { stderr, page } = await board(folder);
  expect(stderr).toMatch(
    /two\/history\.jsonl: it and .+one\/history\.jsonl have different verdicts of the same run/,
  );
  expect(page).toContain("<title>Conformance board: 2 targets, 1 non-conformant, 1 conformant</title>");
});

test("if nothing can be read, the exit code is 2 and there is no page", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "board.html");
  const outcome = await runBin(["board", folder, "--out", out]);
  expect(outcome).toMatchObject({ code: 2, stdout: "" });
  expect(outcome.stderr).toMatch(
    /^Cannot build a board: no run could be read\n.+ contains conformance\.json or history\.jsonl\n$/,
  );
  expect(existsSync(out)).toBe(false);
});

test("only an earlier board is replaced", async () => {
  const folder = temporaryFolder();
  const result = join(folder, "conformance.json");
  storeResult(result, [exampleCheck("register.accepts")], { header: { ...exampleHeader } });
  const before = readFileSync(result, "utf8");
  const outcome = await runBin(["board", folder, "--out", result]);
  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining("it exists and is not a board") });
  expect(readFileSync(result, "utf8")).toBe(before);
  const out = join(folder, "board.html");
  for (const time of [1, 2])
    expect({ time, ...(await runBin(["board", folder, "--out", out])) }).toMatchObject({ code: 0 });
});

test("the number of targets and shown problems has a limit, and the page says what it left out", async () => {
  const folder = temporaryFolder();
  const runs = Array.from({ length: 540 }, (_, at) => nightLine(`target-${at}`, 0));
  storeNights(join(folder, "many/history.jsonl"), runs);
  const bad = Array.from({ length: 1200 }, (_, at) => nightLine(`ahead-${at}`, -3));
  storeNights(join(folder, "ahead/history.jsonl"), bad);
  const { stderr, page } = await board(folder);
  expect(stderr).toMatch(/^board: 41 runs are not shown: a board has at most 500 targets and 20000 runs$/m);
  expect(stderr.split("\n").length).toBeLessThan(60);
  expect(page).toContain("and 1,101 other problems");
  expect(page).toMatch(/<title>Conformance board: 500 targets, 500 conformant</);
});

test("if several folders have runs of one target, the page and the output name them", async () => {
  const folder = temporaryFolder();
  storeNights(join(folder, "ours/history.jsonl"), [badNight("shop", 2), badNight("shop", 1)]);
  storeNights(join(folder, "theirs/history.jsonl"), [nightLine("shop", 0)]);
  const { stdout, page } = await board(folder);
  const said = /runs from 2 folders, the last one first: \S+\/theirs, \S+\/ours/;
  expect(stdout).toMatch(new RegExp(`^shop: ${said.source}$`, "m"));
  expect(page).toMatch(said);
  expect(page.match(/runs from/g)).toHaveLength(1);
});
