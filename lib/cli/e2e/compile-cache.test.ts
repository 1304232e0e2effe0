import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const NAME = "card-issuing-conformance";
const SOMEBODY_ELSE = 12_345;
const isRoot = process.getuid?.() === 0;

/** Runs a command with a cache folder of its own. */
async function listWith(cache: string) {
  const temporary = temporaryFolder();
  const env = { XDG_CACHE_HOME: cache, TMPDIR: temporary };
  const { code, stderr } = await runBin(["list", "versioning"], { env, ownProcess: true });
  return { code, stderr, temporary: readdirSync(temporary) };
}

const FINE = { code: 0, stderr: "", temporary: [] };

test("compiled code is kept in a folder of the user's own cache, readable for the user only", async () => {
  const cache = temporaryFolder();
  expect(await listWith(cache)).toEqual(FINE);
  expect(readdirSync(join(cache, NAME))).toHaveLength(1);
});

/** Things that another user may have put where the folder was. Each names a place that must stay empty. */
const planted: readonly (readonly [what: string, plant: (folder: string) => string])[] = [
  ...[0o777, 0o770, 0o702].map(
    (mode) =>
      [
        `a folder of mode ${mode.toString(8)}`,
        (folder: string) => {
          mkdirSync(folder);
          chmodSync(folder, mode);
          return folder;
        },
      ] as const,
  ),
  [
    "a link",
    (folder) => {
      const elsewhere = temporaryFolder();
      symlinkSync(elsewhere, folder);
      return elsewhere;
    },
  ],
  [
    "a folder in one that others can write",
    (folder) => {
      mkdirSync(folder, { mode: 0o700 });
      chmodSync(join(folder, ".."), 0o777);
      return folder;
    },
  ],
];

test.each(planted)("%s keeps no compiled code, and none of it runs", async (_, plant) => {
  const cache = temporaryFolder();
  const place = plant(join(cache, NAME));
  expect(await listWith(cache)).toEqual(FINE);
  expect(readdirSync(place)).toEqual([]);
});

test.runIf(isRoot)("nor does a folder of another user", async () => {
  const cache = temporaryFolder();
  mkdirSync(join(cache, NAME), { mode: 0o700 });
  chownSync(join(cache, NAME), SOMEBODY_ELSE, SOMEBODY_ELSE);
  expect(await listWith(cache)).toEqual(FINE);
  expect(readdirSync(join(cache, NAME))).toEqual([]);
});

test("where there can be no folder the command does without", async () => {
  const cache = join(temporaryFolder(), "file");
  writeFileSync(cache, "");
  expect(await listWith(cache)).toEqual(FINE);
});
