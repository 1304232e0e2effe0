import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { takeLock } from "./process-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const newFile = () => join(folder, `${(count += 1)}`, "some.lock");

function fileOf(owner: object): string {
  const file = newFile();
  const lock = takeLock(file);
  expect(lock).toHaveProperty("release");
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname(), since: "then", ...owner }));
  return file;
}

test("a lock is held by one at a time, and its file is for the owner alone", () => {
  const file = newFile();
  const lock = takeLock(file);
  expect(takeLock(file)).toMatchObject({ pid: process.pid, host: hostname() });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  if ("release" in lock) lock.release();
  expect(readdirSync(join(file, ".."))).toEqual([]);
  expect(takeLock(file)).toHaveProperty("release");
});

test("the lock of a process that has ended is stale", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  expect(takeLock(fileOf({ pid }))).toHaveProperty("release");
});

test("the lock of an earlier process of the same number is stale", () => {
  expect(takeLock(fileOf({ began: "12345" }))).toHaveProperty("release");
  expect(takeLock(fileOf({}))).toMatchObject({ pid: process.pid });
});

test("a lock from another machine and a damaged one are stale", () => {
  expect(takeLock(fileOf({ host: "another-machine" }))).toHaveProperty("release");
  const file = newFile();
  takeLock(file);
  writeFileSync(file, "{");
  expect(takeLock(file)).toHaveProperty("release");
});

test("release leaves a lock alone that another process has taken over", () => {
  const file = newFile();
  const lock = takeLock(file);
  writeFileSync(file, '{"pid":1}');
  if ("release" in lock) lock.release();
  expect(readFileSync(file, "utf8")).toBe('{"pid":1}');
});

test("of many processes that find a stale lock, exactly one takes it", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const file = fileOf({ pid });
  const script = `
    import { spawn } from "node:child_process";
    const child = \`import { takeLock } from ${JSON.stringify(new URL("process-lock.ts", import.meta.url).href)};
      process.stdout.write("release" in takeLock(${JSON.stringify(file)}) ? "1" : "0");
      setTimeout(() => {}, 1500);\`;
    const outs = await Promise.all(Array.from({ length: 5 }, () => new Promise((done) => {
      const one = spawn(process.execPath, ["--input-type=module", "-e", child]);
      let out = ""; one.stdout.on("data", (text) => (out += text)); one.on("close", () => done(out));
    })));
    process.stdout.write(outs.sort().join(""));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stdout).toBe("00001");
});
