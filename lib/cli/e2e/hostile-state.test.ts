import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { merchantKey } from "../../guest/merchant-key.ts";
import { movesFileOf } from "../../guest/logbook.ts";
import { listening } from "../testing/listening.ts";
import { runBin } from "../testing/run-bin.ts";
import { callWebhook, folderWithProfile, MERCHANTS, servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const THEIRS = "https://somebody.else.example/hook";
const CONTROL = /(?!\n)\p{Cc}/u;
const ESCAPE = "\u001B[2J\u001B]0;owned\u0007";

/** A target whose merchant has a callback URL of its owner, and the state folder of a user who checks it. */
async function scene() {
  const asked: string[] = [];
  const url = await servedReference({ arriving: (request) => asked.push(request.url) });
  const home = folderWithProfile(url, "", MERCHANTS.slice(0, 1));
  const profile = join(home, "target.yaml");
  await callWebhook(url, "register", { callbackUrl: THEIRS });
  const folder = join(home, "card-issuing-conformance");
  mkdirSync(folder, { mode: 0o700 });
  const env = { XDG_STATE_HOME: home };
  return {
    home,
    folder,
    asked,
    journal: join(folder, `${await merchantKey(url, MERCHANTS[0].apiKey)}.json`),
    entry: {
      schemaVersion: 1,
      baseUrl: url,
      merchant: "alpha",
      runIds: ["cc-0123456789"],
      startedAt: "2026-01-02T03:04:05.000Z",
      configuration: { callbackUrl: "https://evil.example/", status: 1 },
    },
    list: async () => runBin(["restore"], { env }),
    restore: async () => runBin(["restore", "--profile", profile], { env }),
    run: async () =>
      runBin(["run", "query.answers", "--profile", profile, "--out", join(home, "out")], { env }),
    stored: async () => callWebhook(url, "query"),
  };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const hostileJournals: readonly (readonly [what: string, plant: (at: Scene) => void])[] = [
  ["garbage", ({ journal }) => writeFileSync(journal, "\u0000\u001B[2J{")],
  ["wrong types", ({ journal, entry }) => writeFileSync(journal, JSON.stringify({ ...entry, runIds: "cc" }))],
  [
    "a run id that every URL holds",
    ({ journal, entry }) => writeFileSync(journal, JSON.stringify({ ...entry, runIds: [""] })),
  ],
  [
    "__proto__ instead of members",
    ({ journal, entry }) => writeFileSync(journal, `{"__proto__":${JSON.stringify(entry)}}`),
  ],
  [
    "a merchant's name with escapes",
    ({ journal, entry }) => writeFileSync(journal, JSON.stringify({ ...entry, merchant: ESCAPE })),
  ],
  [
    "a link to a journal elsewhere",
    ({ journal, entry, home }) => {
      writeFileSync(join(home, "elsewhere.json"), JSON.stringify(entry));
      symlinkSync(join(home, "elsewhere.json"), journal);
    },
  ],
];

test.each(hostileJournals)(
  "a journal that is %s is refused by name, and nothing is sent",
  async (_, plant) => {
    const at = await scene();
    plant(at);
    for (const command of [at.list, at.restore, at.run]) {
      const { code, stdout, stderr } = await command();
      expect({ code, stdout, stderr }).toEqual({
        code: 2,
        stdout: expect.not.stringMatching(/Verdict|restored/),
        stderr: expect.stringContaining(`Cannot read the journal ${at.journal}`),
      });
      expect(stderr).not.toMatch(CONTROL);
    }
    expect(at.asked).toEqual([]);
  },
);

test("notes of what was used up are refused by name if no run writes them, and nothing is sent", async () => {
  const at = await scene();
  const file = movesFileOf(at.folder, at.entry.baseUrl);
  writeFileSync(file, '{"id":"card-A"}\n');
  expect(await at.run()).toEqual(refused(`Cannot read ${file}, where runs note what they call`));
  expect(at.asked).toEqual([]);
});

test("the address in a journal is never contacted: a journal of another target is refused", async () => {
  const at = await scene();
  let arrivals = 0;
  const port = await listening(
    createServer((_, response) => {
      arrivals += 1;
      response.end();
    }),
  );
  writeFileSync(at.journal, JSON.stringify({ ...at.entry, baseUrl: `http://127.0.0.1:${port}` }));
  for (const command of [at.restore, at.run]) {
    expect(await command()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("belongs to another target"),
    });
  }
  expect(await at.list()).toMatchObject({ code: 0 });
  expect({ arrivals, asked: at.asked }).toEqual({ arrivals: 0, asked: [] });
});

test("a hostile callback URL in a journal is left to the target to reject, and shows no escape", async () => {
  const at = await scene();
  for (const callbackUrl of [`https://evil.example/${ESCAPE}`, `http://evil.example/${ESCAPE}`]) {
    writeFileSync(at.journal, JSON.stringify({ ...at.entry, configuration: { callbackUrl } }));
    const { stdout, stderr } = await at.restore();
    expect(stdout).toContain("alpha: not restored: Another client has registered");
    expect(stdout + stderr).not.toMatch(CONTROL);
  }
  expect(await at.stored()).toMatchObject({ data: { callbackUrl: THEIRS } });
});

test("files with other names are not journals", async () => {
  const at = await scene();
  for (const name of [`${ESCAPE}.json`, "notes.json", "--help.json"])
    writeFileSync(join(at.folder, name), "{");
  expect(await at.list()).toEqual({ code: 0, stderr: "", stdout: "No run has left anything to restore.\n" });
  expect(await at.run()).toMatchObject({ code: 0 });
});

function refused(why: string): object {
  return {
    code: 2,
    stdout: expect.not.stringContaining("Verdict"),
    stderr: expect.stringContaining(why),
  };
}

test("a state folder that others can write, or that is a link, is refused before anything is sent", async () => {
  const at = await scene();
  for (const mode of [0o777, 0o770, 0o702]) {
    chmodSync(at.folder, mode);
    expect(await at.run()).toEqual(refused("others can write into it"));
    expect(await at.restore()).toEqual(refused("others can write into it"));
  }
  expect(readdirSync(at.folder)).toEqual([]);

  const other = await scene();
  const elsewhere = temporaryFolder();
  rmdirSync(other.folder);
  symlinkSync(elsewhere, other.folder);
  expect(await other.run()).toEqual(refused("it is a link"));
  expect(await other.restore()).toEqual(refused("it is a link"));
  expect(readdirSync(elsewhere)).toEqual([]);
  expect([...at.asked, ...other.asked]).toEqual([]);
});

test("no link in the state folder is followed for writing", async () => {
  const at = await scene();
  const precious = join(at.home, "precious");
  writeFileSync(precious, "precious");
  symlinkSync(precious, at.journal.replace(/json$/, "lock"));
  const draft = (pid: number) => `${at.journal.replace(/json$/, "lock")}.${pid}-1`;
  for (let ahead = 1; ahead <= 4_000; ahead += 1) symlinkSync(precious, draft(process.pid + ahead));
  const { code } = await at.run();
  expect({ code, precious: readFileSync(precious, "utf8") }).toEqual({ code: 0, precious: "precious" });
});
