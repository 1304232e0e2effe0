import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const QUICK = ["run", "versioning", "--depth", "quick"];

/** A reference that does something when the first request after the arrival comes. */
async function served(act: () => void) {
  let requests = 0;
  let registers = 0;
  const url = await servedReference({
    arriving(request, number) {
      requests = number;
      if (request.url.endsWith("/register") && (registers += 1) === 1) act();
    },
  });
  return { url, requests: () => requests };
}

/** A foreign web site whose files have the names of results. */
function site(): string {
  const folder = join(temporaryFolder(), "site");
  mkdirSync(join(folder, "evidence"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "my page");
  writeFileSync(join(folder, "history.jsonl"), "my history");
  writeFileSync(join(folder, "evidence", "case-file.txt"), "my case");
  return folder;
}

function isUntouched(folder: string): boolean {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  return (
    entries.join(" ") === "evidence evidence/case-file.txt history.jsonl index.html" &&
    readFileSync(join(folder, "index.html"), "utf8") === "my page" &&
    readFileSync(join(folder, "history.jsonl"), "utf8") === "my history"
  );
}

test("2: a folder that holds other files, and nothing is sent", async () => {
  const [folder, target] = [site(), await served(() => undefined)];
  const { code, stdout, stderr } = await runBin([...QUICK, "--base-url", target.url, "--out", folder]);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /it holds evidence and is not a folder of results. Name a new or an empty folder/,
    ),
  });
  expect({ requests: target.requests(), untouched: isUntouched(folder) }).toEqual({
    requests: 0,
    untouched: true,
  });
});

test("2: a folder that cannot be made, and nothing is sent", async () => {
  const [folder, target] = [temporaryFolder(), await served(() => undefined)];
  writeFileSync(join(folder, "file"), "");
  const out = join(folder, "file", "results");
  const { code, stdout, stderr } = await runBin([...QUICK, "--base-url", target.url, "--out", out]);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/Cannot write results into .*ENOTDIR.*name another folder by --out/),
  });
  expect(target.requests()).toBe(0);
});

test.each(["conformance.json", "history.jsonl"])(
  "a folder of results, recognised by %s only, is replaced",
  async (name) => {
    const out = temporaryFolder();
    await runBin([...QUICK, "--html", "--out", out]);
    const text = readFileSync(join(out, name), "utf8");
    for (const entry of readdirSync(out)) rmSync(join(out, entry), { recursive: true });
    mkdirSync(join(out, "evidence"));
    writeFileSync(join(out, name), text);
    writeFileSync(join(out, "summary.md"), "old");
    expect((await runBin([...QUICK, "--out", out])).code).toBe(0);
    expect(readFileSync(join(out, "summary.md"), "utf8")).toContain("conformant");
  },
);

test("a link that --out names is followed, those inside are replaced", async () => {
  const [folder, mine] = [temporaryFolder(), site()];
  const out = join(folder, "link");
  mkdirSync(join(folder, "real"));
  symlinkSync(join(folder, "real"), out);
  await runBin([...QUICK, "--out", out]);
  expect(readResult(join(folder, "real")).verdict).toBe("conformant-partial");
  for (const name of ["evidence", "capsules", "index.html", "history.jsonl", "summary.md"]) {
    rmSync(join(out, name), { recursive: true, force: true });
    symlinkSync(name.includes(".") ? join(mine, "index.html") : mine, join(out, name));
  }
  expect((await runBin([...QUICK, "--out", out])).code).toBe(0);
  expect(isUntouched(mine)).toBe(true);
  expect(lstatSync(join(out, "evidence")).isDirectory()).toBe(true);
});

test("a history that is a link costs the history, and neither the page, the verdict nor what it leads to", async () => {
  const [folder, out] = [temporaryFolder(), temporaryFolder()];
  await runBin([...QUICK, "--html", "--out", folder]);
  const theirs = join(folder, "history.jsonl");
  const before = { text: readFileSync(theirs, "utf8"), mode: statSync(theirs).mode };
  await runBin([...QUICK, "--out", join(out, "first")]);
  rmSync(join(out, "first", "history.jsonl"));
  symlinkSync(theirs, join(out, "first", "history.jsonl"));
  const { code, stdout, stderr } = await runBin([...QUICK, "--html", "--out", join(out, "first")]);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: expect.stringContaining("Verdict   conformant-partial (exit 0)"),
    stderr: expect.stringMatching(/^Cannot write history\.jsonl into .*: it is a link; remove it/),
  });
  expect({ text: readFileSync(theirs, "utf8"), mode: statSync(theirs).mode }).toEqual(before);
  expect(existsSync(join(out, "first", "report.html"))).toBe(true);
});

test("a disk that refuses files in the middle costs these, not the verdict", async () => {
  const out = join(temporaryFolder(), "results");
  const target = await served(() => {
    mkdirSync(join(out, "junit.xml"));
    writeFileSync(join(out, "capsules"), "");
    rmSync(join(out, "evidence"), { recursive: true, force: true });
    writeFileSync(join(out, "evidence"), "");
  });
  const { code, stdout, stderr } = await runBin([...QUICK, "--base-url", target.url, "--out", out]);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: expect.stringContaining("Verdict   conformant-partial (exit 0)"),
    stderr: expect.stringMatching(
      /^Cannot write evidence\/versioning\.path-prefix\.json, .*junit\.xml.* into /m,
    ),
  });
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(readResult(out).verdict).toBe("conformant-partial");
});

test("2: a full disk costs the result", async () => {
  const out = join(temporaryFolder(), "results");
  const { code, stdout, stderr } = await runBin([...QUICK, "--html", "--out", out], {
    env: { NODE_OPTIONS: `--import ${FULL_AFTER_A_WHILE}` },
  });
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: expect.stringContaining("Verdict   conformant-partial (exit 0)"),
    stderr: expect.stringMatching(
      /^Cannot write evidence\/[a-z.-]+\.json, conformance\.json, .*ENOSPC: no space left on device.*The result is lost, so the command ends with exit code 2/,
    ),
  });
});

/** Lets the disk be full from the fourth write on, in every thread. */
const FULL_AFTER_A_WHILE = `data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  let writes = 0;
  const full = (name) => {
    const write = fs[name];
    fs[name] = (...given) => {
      const isOurs = typeof given[0] === "number" ? given[0] > 2 : String(given[0]).includes("results");
      if (isOurs && (writes += 1) > 3)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
      return write(...given);
    };
  };
  full("writeSync");
  full("writeFileSync");
  syncBuiltinESMExports();
`)}`;
