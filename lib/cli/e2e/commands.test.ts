import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { packageRoot } from "../../package/package-root.ts";
import { catalogue, pinnable } from "../catalogue.ts";
import { listRequirements } from "../catalogue/list-requirements.ts";
import { explainRequirement } from "../catalogue/explain-requirement.ts";
import { signRequest, type SignRequest } from "../sign/sign-request.ts";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const signing: SignRequest = { path: "webhook/query", profile: "reference-signed", method: "POST" };

function idsOf(text: string): string[] {
  return text.split("\n").flatMap((line) => /^[\w-]+\.[\w-]+/.exec(line) ?? []);
}

test("list shows the requirements of a group and of a level, with what proves them, and as JSON", async () => {
  const stated = await listRequirements(["webhook"], { level: "stated" });
  expect(stated).toMatch(/^callback-url\.max-length +stated +check, \d+ mutants +An? .*\(§2\.2, §8\)$/m);
  expect(stated).not.toMatch(/inferred|^envelope/m);
  const [kept] = z
    .array(z.looseObject({}))
    .parse(JSON.parse(await listRequirements(["register.keeps-id"], { json: true })));
  expect(kept).toMatchObject({
    requirement: "register.keeps-id",
    level: "inferred",
    judgedBy: { kind: "check", path: "suites/webhook/register/requirements.ts", name: expect.any(String) },
    mutants: expect.arrayContaining([expect.any(String)]),
  });
});

test("list has every requirement, observed ones by their area, their group and as observations", async () => {
  expect(idsOf(await listRequirements([], {}))).toEqual(catalogue.ids);
  const open = idsOf(await listRequirements(["observations"], {}));
  expect(open).toEqual(pinnable.open);
  expect(open).toEqual(idsOf(await listRequirements([], { level: "unspecified" })));
  const webhook = await listRequirements(["webhook"], {});
  expect(webhook).toMatch(/^register\.effect +unspecified +observation /m);
  expect(await listRequirements(["mcp"], {})).toMatch(
    /^\d+ requirements: \d+ checked, 2 observed, 0 without a check$/m,
  );
});

test("explain says what the level means, where the check stands and what kills it", async () => {
  const text = explainRequirement("callback-url.over-length");
  expect(text).toContain("level     inferred: follows from the document");
  expect(text).toContain("because   ");
  expect(text).toMatch(
    /^checked {3}suites\/webhook\/callback-url\/requirements\.ts:\d+-\d+, (\w+)\n\n {10}export const \1 = \w+\("callback-url\.over-length"/m,
  );
  expect(text).toMatch(
    /^mutants {3}\d+: each breaks this rule, and serve --mutant <name> starts one\n {10}[\w-]+\n {10}[\w-]+\n/m,
  );
  expect(text).toContain(
    "Check it on your target: npm run -s cli -- run callback-url.over-length --profile ./sandbox.yaml\n",
  );
});

test("sign prints the headers and a curl line without the key, and with it on demand", async () => {
  const text = await signRequest(signing, {});
  expect(text).toMatch(
    /^X-API-Key: \$ALPHA_API_KEY\nX-Timestamp: \d{13}\nX-Nonce: \S+\nX-Signature: \S+\n\ncurl /,
  );
  expect(text).not.toContain("reference-alpha-key");
  const revealed = await signRequest({ ...signing, reveal: true, curl: true, merchant: "beta" }, {});
  expect(revealed).toMatch(/^curl .*X-API-Key: reference-beta-key/);
});

test("sign signs the body of a file and sends it as JSON to the path below the base URL", async () => {
  const file = join(temporaryFolder(), "body.json");
  writeFileSync(file, '{"callbackUrl":"https://a.example/"}');
  const request = {
    ...signing,
    path: "webhook/register",
    baseUrl: "http://127.0.0.1:9/base",
    body: `@${file}`,
  };
  const text = await signRequest(request, {});
  expect(text).toContain("Content-Type: application/json\n");
  expect(text).toContain(`http://127.0.0.1:9/base/abc/v1/webhook/register`);
  expect(text).toContain(`--data-raw '{"callbackUrl":"https://a.example/"}'`);
});

test("init writes a profile that is refused only for what is to be filled in, and overwrites nothing", async () => {
  const cwd = temporaryFolder();
  expect(await runBin(["init", "staging"], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      / doctor --profile \.\/staging\.yaml\n.* run --profile \.\/staging\.yaml\n$/,
    ),
  });
  expect(readFileSync(join(cwd, "staging.yaml"), "utf8")).toMatch(/^name: staging$/m);
  const [, schema = ""] =
    /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(join(cwd, "staging.yaml"), "utf8")) ?? [];
  expect(JSON.parse(readFileSync(join(cwd, schema), "utf8"))).toMatchObject({
    $id: "urn:card-issuing-conformance:profile:1",
  });
  const run = await runBin(["run", "--profile", "./staging.yaml"], { cwd });
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("STAGING_ALPHA_API_KEY") });
  const again = await runBin(["init", "staging"], { cwd });
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("the file exists already") });
});

test("serve stands in for a sandbox, with a broken rule when asked, and run judges it from another process", async () => {
  let judged: Awaited<ReturnType<typeof runBin>> | undefined;
  const served = await runBin(["serve", "--port", "0", "--mutant", "refuses-512-characters"], {
    async output(text, kill) {
      const [url] = /http:\S+?(?=,)/.exec(text) ?? [];
      if (url === undefined || judged !== undefined) return;
      judged = await runBin([
        "run",
        "callback-url.max-length",
        "--base-url",
        url,
        "--out",
        temporaryFolder(),
      ]);
      kill("SIGINT");
    },
  });
  expect(judged).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /✗ callback-url\.max-length[^]*expected {2}a URL of exactly 512 characters \(all in the path\) to be accepted/,
    ),
  });
  expect(served.code).toBe(0);
});

test("help names every command, and run's help every exit code and variable", async () => {
  const { stdout, code } = await runBin(["--help"]);
  expect(code).toBe(0);
  for (const name of ["run", "list", "explain", "serve", "sign", "init"])
    expect(stdout).toMatch(new RegExp(`^  ${name}`, "m"));
  const help = (await runBin(["run", "--help"])).stdout;
  expect(help).toContain("[CONFORMANCE_BASE_URL]");
  expect(help).toMatch(/^ {2}130 {2}interrupted/m);
});

test("the main file by itself says what the command is", () => {
  const args = [join(packageRoot, "lib/cli/main.ts"), "--version"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    cwd: temporaryFolder(),
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: "",
    stderr: "Cannot run lib/cli/main.ts by itself: the command is lib/cli/bin.js.\n",
  });
});
