import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { runBin } from "../testing/run-bin.ts";
import { MERCHANTS, servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const KILLED_AT = 110;

const evidence = z.looseObject({ requirement: z.string(), exchanges: z.array(z.looseObject({})).min(1) });

test("a killed run has kept the evidence of each check that it judged, without a key", async () => {
  const out = join(temporaryFolder(), "out");
  const run: { kill?: (signal: NodeJS.Signals) => void } = {};
  const url = await servedReference({
    arriving: (_, number) => number === KILLED_AT && run.kill?.("SIGKILL"),
  });
  const { code } = await runBin(["run", "register", "--depth", "quick", "--base-url", url, "--out", out], {
    env: { XDG_STATE_HOME: temporaryFolder() },
    started: (kill) => (run.kill = kill),
  });
  expect(code).toBe(null);
  const files = readdirSync(join(out, "evidence")).map((name) => join(out, "evidence", name));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    expect(() => evidence.parse(JSON.parse(text))).not.toThrow();
    expect({ file, mode: statSync(file).mode & 0o077 }).toEqual({ file, mode: 0 });
    expect(MERCHANTS.filter(({ apiKey }) => text.includes(apiKey))).toEqual([]);
  }
});
