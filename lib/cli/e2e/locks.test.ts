import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { merchantKey } from "../../guest/merchant-key.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { MERCHANTS, servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test("two runs on one merchant exclude each other by every name of loopback, and not on another port", async () => {
  const env = { XDG_STATE_HOME: temporaryFolder() };
  const run = async (baseUrl: string) => {
    const out = temporaryFolder();
    const args = ["run", "query", "--depth", "quick", "--base-url", baseUrl, "--out", out];
    return { out, ...(await runBin(args, { env, ownProcess: true })) };
  };
  const elsewhere = await servedReference();
  const names = ["localhost", "127.1", "[::1]"];
  const { promise: meanwhile, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof run>>[]>();
  const url: string = await servedReference({
    async arriving(_, number) {
      if (number !== 10) return;
      const { port } = new URL(url);
      resolve(Promise.all([...names.map((host) => `http://${host}:${port}/`), elsewhere].map(run)));
      await meanwhile;
    },
  });
  const first = await run(url);
  const others = await meanwhile;
  for (const [index, host] of names.entries()) {
    expect({ host, ...others[index] }).toMatchObject({
      host,
      code: 2,
      stderr: expect.stringMatching(/Cannot use merchant \w+ .*another run on this machine is using it/),
    });
  }
  expect(others.at(-1)).toMatchObject({ code: 0 });
  expect(first).toMatchObject({ code: 0 });
  expect(readResult(first.out).verdict).toBe("conformant-partial");
});

test("the lock of a run on another host is kept while that run is active, and the rejection names the way out", async () => {
  const state = temporaryFolder();
  const folder = join(state, "card-issuing-conformance");
  mkdirSync(folder, { mode: 0o700 });
  const url = await servedReference();
  const file = join(folder, `${await merchantKey(url, MERCHANTS[0].apiKey)}.lock`);
  writeFileSync(file, JSON.stringify({ pid: 7, host: "runner-2", since: "2026-01-02T03:04:05.000Z" }));
  const run = async () =>
    runBin(["run", "query", "--depth", "quick", "--base-url", url, "--out", join(state, "out")], {
      env: { XDG_STATE_HOME: state },
    });
  const { code, stderr } = await run();
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/process 7 on host runner-2.*3 minutes after its last activity/),
  });
  expect(stderr).toContain(file);
  const longAgo = new Date(Date.now() - 10 * 60_000);
  utimesSync(file, longAgo, longAgo);
  expect(await run()).toMatchObject({ code: 0 });
});

test("2: a second run into the folder of a run, and the folder is free afterwards", async () => {
  const out = join(temporaryFolder(), "out");
  const run = async (baseUrl: string) =>
    runBin(["run", "query", "--depth", "quick", "--base-url", baseUrl, "--out", out], {
      env: { XDG_STATE_HOME: temporaryFolder() },
      ownProcess: true,
    });
  const elsewhere = await servedReference();
  const { promise: meanwhile, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof run>>>();
  const url = await servedReference({
    async arriving(_, number) {
      if (number !== 10) return;
      resolve(run(elsewhere));
      await meanwhile;
    },
  });
  expect(await run(url)).toMatchObject({ code: 0 });
  expect(await meanwhile).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /^Cannot write results into .*out: another run writes there, process \d+ on host .*name another folder by --out\n$/,
    ),
  });
  expect(readResult(out).target.baseUrl).toBe(url);
  expect(readdirSync(out).filter((name) => name.includes("lock"))).toEqual([]);
  expect(await run(elsewhere)).toMatchObject({ code: 0 });
});
