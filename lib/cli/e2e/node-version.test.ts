import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../package/package-root.ts";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Runs the command under a Node that says it has another version. @param root of another copy of the package */
async function runUnder(version: string, root?: string) {
  const versions = `{ ...process.versions, node: "${version}" }`;
  const pretend = `Object.defineProperty(process, "versions", { value: ${versions} })`;
  return runBin(["--version"], {
    nodeArgs: ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`],
    ...(root !== undefined && { root }),
  });
}

test.concurrent.each(["18.20.4", "20.20.2", "22.18.0", "23.11.0", "25.1.0"])(
  "Node %s is refused in one sentence",
  async (version) => {
    const { code, stdout, stderr } = await runUnder(version);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Cannot run card-issuing-conformance: this is Node \S+, and it needs .*\n$/);
    expect(stderr).toContain(version);
    expect(stderr).toContain("In a checkout, run npm ci, then npm run -s cli -- <command>.");
  },
);

test("an installed package does not speak of a checkout", async () => {
  const root = temporaryFolder();
  cpSync(join(packageRoot, "lib/cli/bin.js"), join(root, "dist/lib/cli/bin.js"));
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  const { code, stderr } = await runUnder("20.20.2", join(root, "dist"));
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/26 and later\. Install such a Node, and repeat the command\.\n$/),
  });
});

test.concurrent.each(["22.19.0", "22.20.1", "24.0.0", "26.0.0", "27.1.0"])(
  "Node %s will do",
  async (version) => {
    expect(await runUnder(version)).toMatchObject({ code: 0, stderr: "" });
  },
);
