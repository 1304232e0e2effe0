import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleCheck } from "../../reporters/testing/example-result.ts";
import { runBin } from "../testing/run-bin.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** A folder with a result, its page, and programs that open it by writing down what they are given. */
function withPage(opener = `printf '%s\n' "$@" > opened.txt`) {
  const cwd = temporaryFolder();
  storeResult(join(cwd, "conformance.json"), [exampleCheck("register.accepts")]);
  writeFileSync(join(cwd, "report.html"), "<!doctype html>");
  for (const name of ["open", "xdg-open"]) {
    writeFileSync(join(cwd, name), `#!/bin/sh\n${opener}\n`);
    chmodSync(join(cwd, name), 0o755);
  }
  const show = async (place: string, path = `${cwd}:/usr/bin:/bin`) =>
    runBin(["show", place], { cwd, env: { PATH: path } });
  return { cwd, show };
}

test.each([".", "conformance.json"])("show %s opens the page by its path alone", async (place) => {
  const { cwd, show } = withPage();
  expect(await show(place)).toMatchObject({ code: 0, stdout: "Opened report.html.\n", stderr: "" });
  expect(readFileSync(join(cwd, "opened.txt"), "utf8")).toBe(`${join(cwd, "report.html")}\n`);
});

test("2: no program opens the page, and its path is printed", async () => {
  const { cwd, show } = withPage("exit 3");
  const failed = await show(".");
  expect(failed).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      `it ended with exit code 3. Open it yourself: ${join(cwd, "report.html")}`,
    ),
  });
  expect(await show(".", join(cwd, "nowhere"))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Cannot open the page by \S*open: .*ENOENT/),
  });
});

test("2: no result, no page, and a page that is a link", async () => {
  const { cwd, show } = withPage();
  expect((await show("missing")).stderr).toBe("Cannot read missing: there is no such file or folder\n");
  rmSync(join(cwd, "report.html"));
  expect(await show(".")).toMatchObject({
    code: 2,
    stderr: "Cannot show .: it has no page. Make one with the command report\n",
  });
  symlinkSync("/etc/hostname", join(cwd, "report.html"));
  expect(await show(".")).toMatchObject({
    code: 2,
    stderr: "Cannot show .: its page is not a regular file\n",
  });
});
