import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { type LockOwner, thisProcess } from "./lock-owner.ts";
import { SILENCE_MS, takeLock } from "./process-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.useRealTimers());

const SINCE = "2026-01-02T03:04:05.000Z";
let count = 0;
const newFile = () => join(folder, `${(count += 1)}`, "some.lock");

function fileOf(owner: object): string {
  const file = newFile();
  const lock = takeLock(file);
  expect(lock).toHaveProperty("release");
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname(), since: SINCE, ...owner }));
  return file;
}

test("a lock is held by one at a time, and its file is readable for the owner only", () => {
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

/** Owners that cannot be looked up, whatever their number is here. */
const OUT_OF_SIGHT: readonly (readonly [string, Partial<LockOwner>])[] = [
  ["on another host", { host: "another-machine" }],
  ["on another host with a realm of its own", { host: "another-machine", realm: "another-start pid:[1]" }],
  [
    "in another container with the same host name",
    { realm: `${thisProcess().realm?.split(" ")[0]} pid:[1]` },
  ],
  ["before this machine was started again", { realm: "another-start pid:[4026531836]" }],
];

test.each(OUT_OF_SIGHT)("a lock of a process %s is stale only after its silence", (_, owner) => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const file = fileOf({ pid, ...owner });
  const touched = (msAgo: number) => utimesSync(file, new Date(), new Date(Date.now() - msAgo));
  touched(SILENCE_MS - 5_000);
  expect(takeLock(file)).toMatchObject({ pid, ...owner });
  touched(SILENCE_MS + 5_000);
  expect(takeLock(file)).toHaveProperty("release");
});

test("a process that can be looked up is, whatever the host is called and however silent it is", () => {
  const { realm } = thisProcess();
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  expect(takeLock(fileOf({ host: "renamed", realm, pid }))).toHaveProperty("release");
  const file = fileOf({ host: "renamed", realm });
  utimesSync(file, 0, 0);
  expect(takeLock(file)).toMatchObject({ pid: process.pid });
});

test("a lock that is held gives signs of life until it is released", () => {
  vi.useFakeTimers();
  const file = newFile();
  const lock = takeLock(file);
  for (let minute = 1; minute <= 10; minute += 1) {
    vi.advanceTimersByTime(60_000);
    expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(SILENCE_MS / 2);
  }
  expect(vi.getTimerCount()).toBe(1);
  if ("release" in lock) lock.release();
  expect(vi.getTimerCount()).toBe(0);
});

test("a file that is not a lock of the suite is stale, and a link is not followed", () => {
  const target = join(newFile(), "..", "..", "precious");
  writeFileSync(target, JSON.stringify({ pid: process.pid, host: hostname(), since: SINCE }));
  const text = readFileSync(target, "utf8");
  const planted: readonly ((file: string) => void)[] = [
    (file) => writeFileSync(file, "{"),
    (file) => writeFileSync(file, `{"pid":${process.pid},"host":"${hostname()}","since":"\\u001b[2J"}`),
    (file) => writeFileSync(file, `${text}${" ".repeat(5_000)}`),
    (file) => symlinkSync(target, file),
    (file) => void execFileSync("mkfifo", [file]),
  ];
  for (const plant of planted) {
    const file = newFile();
    mkdirSync(join(file, ".."), { recursive: true });
    plant(file);
    expect(takeLock(file)).toHaveProperty("release");
    expect(readdirSync(join(file, ".."))).toEqual(["some.lock"]);
  }
  expect(readFileSync(target, "utf8")).toBe(text);
});

test("release does not remove a lock that another process has taken over", () => {
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
