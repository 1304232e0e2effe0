import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { profileText } from "../testing/mcp-alone.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedMcp, TOKENS } from "../testing/served-mcp.ts";
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

test("a run of the MCP service alone registers no webhook of the merchants", async () => {
  const { paths, profileWith } = await servedMcp();
  const args = ["run", "mcp", "--disposable", "--depth", "quick", "--profile", profileWith(TOKENS)];
  expect(await runBin([...args, "--out", temporaryFolder()])).toMatchObject({ code: 0 });
  const ofApi = paths.filter((path) => path.startsWith("/abc/"));
  expect(ofApi.filter((path) => !path.endsWith("/webhook/query"))).toEqual([]);
});

test("a whole run needs `implements` to be full, and says why the rest is not checked", async () => {
  const { url } = await servedMcp();
  const text = profileText(`${url}/mcp`);
  const outs = [temporaryFolder(), temporaryFolder()] as const;
  await runBin(["run", "--depth", "quick", "--profile", written(text), "--out", outs[0]]);
  const reasons = readResult(outs[0]).checks.flatMap(({ reason = [] }) => reason);
  expect([...new Set(reasons)]).toContain("The profile has no merchants.");

  const full = [
    "run",
    "--require-full",
    "--depth",
    "quick",
    "--profile",
    written(`${text}implements: [mcp]\n`),
  ];
  expect(await runBin([...full, "--out", outs[1]])).toMatchObject({ code: 0 });
  expect(readResult(outs[1]).verdict).toBe("conformant");
});

test("areas of the API cannot be selected without merchants", async () => {
  const file = written(profileText("http://127.0.0.1:1/mcp"));
  const { code, stderr } = await runBin(["run", "webhook", "mcp", "--profile", file]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'Cannot check webhook: the profile has no merchants. Add baseUrl, auth and merchants to the profile, or use "run mcp".\n',
  });
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

test.each([
  ["merchants", "merchants: [{ name: alpha, apiKey: key }]\n", ["baseUrl  expected", "auth  expected"]],
  ["a section mcp without url", "mcp: {}\n", ["merchants  expected a list of at least 1 entry; only"]],
  ["text for mcp", "mcp: yes please\n", ["mcp  expected a mapping", "merchants  expected"]],
  ["mcp.url of the reference", "mcp: { url: embedded }\n", ["mcp.url  expected a URL, since baseUrl"]],
])("a profile with %s and nothing else is refused with all problems", async (_, text, lines) => {
  const { code, stderr } = await runBin(["run", "mcp", "--profile", written(`name: t\n${text}`)]);
  expect(code).toBe(2);
  for (const line of lines) expect(stderr).toContain(line);
});

test("list, restore and consent know a profile of the MCP service alone", async () => {
  const { url } = await servedMcp();
  const file = written(profileText(`${url}/mcp`));
  const listed = await runBin(["list", "register", "--profile", file]);
  expect(listed.stdout).toContain("uncovered (merchants)");
  const restored = await runBin(["restore", "--profile", file]);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing to restore") });
  const elsewhere = written(profileText("https://0.0.0.0:1/mcp"));
  const refused = await runBin(["run", "mcp", "--profile", elsewhere, "--out", temporaryFolder()]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("label_card") });
});
