import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** The first run waits for its answer until the others have ended, also on a busy machine. */
const PATIENTLY = ["--timeout-ms", "120000"];

test("two runs on one merchant exclude each other by every name of loopback, and not on another port", async () => {
  const env = { XDG_STATE_HOME: temporaryFolder() };
  const run = async (baseUrl: string) => {
    const out = temporaryFolder();
    const args = ["run", "query", "--depth", "quick", "--base-url", baseUrl, "--out", out, ...PATIENTLY];
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

test("2: a second run into the folder of a run, and the folder is free afterwards", async () => {
  const out = join(temporaryFolder(), "out");
  const run = async (baseUrl: string) =>
    runBin(["run", "query", "--depth", "quick", "--base-url", baseUrl, "--out", out, ...PATIENTLY], {
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
