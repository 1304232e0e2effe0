import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listening } from "../testing/listening.ts";
import { runBin } from "../testing/run-bin.ts";
import { folderWithProfile } from "../testing/served-reference.ts";

const TOKEN = "a-token-of-the-ci";
const REFERENCE = "${env:MY_CI_TOKEN}";

test(
  "a variable that a target answers is pinned as text, and no report shows what it holds",
  { timeout: 60_000 },
  async () => {
    let msg = `hello ${REFERENCE}\u001b[31m`;
    const server = createServer((request, response) => {
      const data = request.url?.endsWith("query") === true ? { status: 1 } : true;
      response.end(JSON.stringify({ code: 0, msg, message: msg, data, [REFERENCE]: 1 }));
    });
    const cwd = folderWithProfile(`http://127.0.0.1:${await listening(server)}`);
    const profile = join(cwd, "target.yaml");
    const options = { cwd, env: { MY_CI_TOKEN: TOKEN } };
    const observed = await runBin(
      ["observe", "query.answer", "--profile", "target.yaml", "--pin", "--out", "seen"],
      options,
    );
    expect(observed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("pin written into target.yaml"),
    });
    expect(readFileSync(profile, "utf8")).toContain(REFERENCE);
    expect(readFileSync(profile, "utf8")).not.toMatch(/[^\P{Cc}\n]/u);
    msg = "another answer";
    const judged = await runBin(
      ["run", "query.answer", "--profile", "target.yaml", "--depth", "quick", "--out", "judged"],
      options,
    );
    expect(judged).toMatchObject({ code: 1, stdout: expect.stringContaining(REFERENCE) });
    const files = readdirSync(cwd, { recursive: true, encoding: "utf8" })
      .map((name) => join(cwd, name))
      .filter((name) => statSync(name).isFile());
    const texts = [...files.map((name) => readFileSync(name, "utf8")), judged.stdout, judged.stderr];
    expect(texts.filter((text) => text.includes(TOKEN))).toEqual([]);
  },
);
