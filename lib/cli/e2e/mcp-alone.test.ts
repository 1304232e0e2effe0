import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { profileText } from "../testing/served-mcp.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedMcp } from "../testing/served-mcp.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

function written(text: string): string {
  const file = join(temporaryFolder(), "service.yaml");
  writeFileSync(file, text);
  return file;
}

test("a profile of the MCP service alone checks it whole, and sends nothing else", async () => {
  const { url, paths } = await servedMcp();
  const [file, out, state] = [written(profileText(`${url}/mcp`)), temporaryFolder(), temporaryFolder()];
  const env = { XDG_STATE_HOME: state };
  const args = ["run", "mcp", "--depth", "quick", "--profile", file, "--out", out];
  expect(await runBin(args, { env })).toMatchObject({ code: 0 });
  const { checks, target, restored } = readResult(out);
  expect(target.baseUrl).toBe(url);
  expect(checks.filter(({ verdict }) => !["passed", "inapplicable"].includes(verdict))).toEqual([]);
  expect(checks.length).toBeGreaterThan(80);
  expect(restored).toEqual([{ merchant: "MCP service", outcome: "restored" }]);
  expect(paths.filter((path) => path.startsWith("/abc/"))).toEqual([]);
  expect(readdirSync(join(state, "card-issuing-conformance"))).toEqual([]);
});

test("a whole run needs `implements` to be full, and says why the rest is not checked", async () => {
  const { url } = await servedMcp();
  const text = profileText(`${url}/mcp`);
  const outs = [temporaryFolder(), temporaryFolder()] as const;
  await runBin(`run --depth quick --profile ${written(text)} --out ${outs[0]}`);
  const reasons = readResult(outs[0]).checks.flatMap(({ reason = [] }) => reason);
  expect([...new Set(reasons)]).toContain("The profile has no merchants.");

  const full = `run --require-full --depth quick --profile ${written(`${text}implements: [mcp]\n`)}`;
  expect(await runBin(`${full} --out ${outs[1]}`)).toMatchObject({ code: 0 });
  expect(readResult(outs[1]).verdict).toBe("conformant");
});

test.each([
  ["no service", (url: string) => profileText(`${url}/mcp`), "gave no answer", "http://127.0.0.1:1"],
  ["another path", (url: string) => profileText(`${url}/elsewhere`), "There is no MCP service", undefined],
  [
    "a wrong token",
    (url: string) => profileText(`${url}/mcp`).replace(/readOnlyToken: .*/, "readOnlyToken: wrong"),
    "rejects the token",
    undefined,
  ],
])("run and doctor end with 4 where there is %s", async (_, text, words, elsewhere) => {
  const { url } = await servedMcp();
  const file = written(text(elsewhere ?? url));
  const out = temporaryFolder();
  for (const args of [["run", "mcp", "--out", out], ["doctor"]]) {
    const { code, stdout } = await runBin([...args, "--profile", file]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: expect.stringContaining(words) });
  }
});
