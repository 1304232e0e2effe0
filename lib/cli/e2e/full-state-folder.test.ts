import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test("2: a full disk below the state folder, and nothing is left there", async () => {
  const url = await servedReference();
  const state = temporaryFolder();
  const out = join(temporaryFolder(), "out");
  const { code, stderr } = await runBin(["run", "versioning", "--base-url", url, "--out", out], {
    env: { XDG_STATE_HOME: state, NODE_OPTIONS: `--import ${FULL_FOR_LOCKS}` },
  });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("ENOSPC") });
  const left = readdirSync(state, { recursive: true, encoding: "utf8" });
  expect(left.filter((name) => name.includes(".lock"))).toEqual([]);
});

/** A full disk lets a file be made, and nothing be written into it. */
const FULL_FOR_LOCKS = `data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { openSync, writeFileSync } = fs;
  const locks = new Set();
  fs.openSync = (file, ...more) => {
    const descriptor = openSync(file, ...more);
    if (String(file).includes(".lock")) locks.add(descriptor);
    return descriptor;
  };
  fs.writeFileSync = (file, ...more) => {
    if (!locks.has(file)) return writeFileSync(file, ...more);
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
  };
  syncBuiltinESMExports();
`)}`;
