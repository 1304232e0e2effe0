import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleCheck, exampleHeader, HOSTILE } from "../../reporters/testing/example-result.ts";
import { runBin } from "../testing/run-bin.ts";
import { badNight, nightLine, storeNights } from "../testing/store-nights.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

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

test("the order of a history does not matter: a clock may go back", async () => {
  const folder = temporaryFolder();
  const nights = [nightLine("back", 0), badNight("back", 1), nightLine("back", 2)];
  storeNights(join(folder, "back/history.jsonl"), nights);
  const { page } = await board(folder);
  expect(page).toContain("<title>Conformance board: 2 targets, 2 conformant</title>");
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

test("a target without a name has a link all the same", async () => {
  const folder = temporaryFolder();
  storeNights(join(folder, "history.jsonl"), [nightLine(" ", 0)]);
  expect((await board(folder)).page).toContain(">(no name)</a>");
});
