import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createReference } from "../reference/reference.ts";
import { serveReference } from "../reference/serve-reference.ts";
import { readResult, runBin } from "./testing/run-bin.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

/** Something that writes for both merchants. */
const SELECTED = { run: "isolation.query-own", observe: "register" } as const;
const API_KEY = "reference-beta-key-52d8e0b4";
const REAL = "https://prod.merchant.example/hook?token=s3cr3t-0123456789";
const ORDINARY = "https://prod.merchant.example/hook?v=1";

/** A target that stores callback URLs as they are, and shows them otherwise; its second merchant has one already. */
async function targetShowing(shownAs: (callbackUrl: string) => string, stored = REAL) {
  const reference = createReference({
    choices: { statusAfterRegisterOnDisabled: 1 },
    merchants: [
      { name: "alpha", apiKey: "reference-alpha-key-7f3a9c21" },
      { name: "beta", apiKey: API_KEY },
    ],
  });
  const real = async (operation: string, body?: object): Promise<Response> =>
    reference.fetch(
      new Request(`http://reference.invalid/abc/v1/webhook/${operation}`, {
        method: "POST",
        headers: { "X-API-Key": API_KEY, ...(body && { "Content-Type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  await real("register", { callbackUrl: stored });
  const asked: string[] = [];
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      asked.push(request.url.split("/").at(-1) ?? "");
      const answer = await reference.fetch(request, arrival);
      const text = await answer.text();
      const masked = text.replaceAll(/(?<="callbackUrl":")[^"]*/g, (url) => shownAs(url));
      const headers = new Headers(answer.headers);
      headers.delete("content-length");
      return new Response(masked, { status: answer.status, headers });
    },
  });
  onTestFinished(async () => server.close());
  const out = temporaryFolder();
  const profile = join(out, "target.yaml");
  const credentials = `[{ name: alpha, apiKey: reference-alpha-key-7f3a9c21 }, { name: beta, apiKey: ${API_KEY} }]`;
  writeFileSync(
    profile,
    `name: target\nbaseUrl: ${server.url}\nauth: { mode: api-key }\nmerchants: ${credentials}\nlimits: { requestsPerSecond: 5000 }\n`,
  );
  const env = { XDG_STATE_HOME: temporaryFolder() };
  const results = join(out, "results");
  return {
    asked,
    profile,
    run: async (
      command: keyof typeof SELECTED = "run",
      args: readonly string[] = [],
      more: Record<string, string> = {},
    ) =>
      runBin(
        [command, SELECTED[command], "--profile", profile, "--depth", "quick", "--out", results, ...args],
        { env: { ...env, ...more } },
      ),
    restored: () => readResult(results).restored.find(({ merchant }) => merchant === "beta"),
    stored: async (): Promise<unknown> => (await real("query")).json(),
  };
}

const stars = (url: string) => url.replaceAll(/(?<=token=|secret=)[^&"]*/g, "***");
const dots = (url: string) => url.replaceAll(/(?<=token=)[^&"]*/g, "%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2");
const lastFour = (url: string) => url.replaceAll(/(?<=token=)[^&"]*(?=[^&"]{4})/g, "");
const withoutQuery = (url: string) => url.replace(/\?.*/, "");

test.each([
  ["run", stars],
  ["observe", stars],
  ["run", dots],
] as const)(
  "%s: a callback URL that is shown masked is not touched without consent",
  async (command, mask) => {
    const at = await targetShowing(mask);
    const { code, stderr } = await at.run(command);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/masked.*merchant beta, "https.*Nothing was written.*--lose-masked-url/s),
    });
    expect(new Set(at.asked)).toEqual(new Set(["query"]));
    expect(await at.stored()).toMatchObject({ data: { callbackUrl: REAL } });
  },
);

test.each([
  ["a flag", ["--lose-masked-url"], {}, ""],
  ["a variable", [], { CONFORMANCE_LOSE_MASKED_URL: "true" }, ""],
  ["a field of the profile", [], {}, "loseMaskedUrl: true\n"],
] as const)("with consent by %s it is lost, which is said before and after", async (_, args, more, field) => {
  const at = await targetShowing(stars);
  writeFileSync(at.profile, field, { flag: "a" });
  const { code, stdout } = await at.run("run", args, more);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /masked.*merchant beta.*It will be lost, as it was consented to.*beta: not restored: .*What "\*\*\*" stood for is lost: register the real one/s,
    ),
  });
  expect(at.restored()).toMatchObject({ outcome: "not restored" });
});

test.each([
  ["the last four characters", lastFour, "https://prod.merchant.example/hook?token=6789"],
  ["no query", withoutQuery, "https://prod.merchant.example/hook"],
])(
  "a target that shows %s is found out, and what was put back is not called what was there",
  async (_, shownAs, putBack) => {
    const at = await targetShowing(shownAs);
    const { stdout } = await at.run();
    expect(at.restored()).toMatchObject({
      outcome: "restored",
      note: expect.stringContaining(
        "what was put back is what query showed before the run, and may not be what was there",
      ),
    });
    expect(stdout).toMatch(/beta: restored: This target shows "https:.* as "https:/);
    expect(await at.stored()).toMatchObject({ data: { callbackUrl: putBack } });
  },
);

test("a target that shows what it stores is believed", async () => {
  const at = await targetShowing((url) => url, ORDINARY);
  expect(await at.run()).toMatchObject({ code: 0, stdout: expect.not.stringContaining("masked") });
  expect(at.restored()).toEqual({ merchant: "beta", outcome: "restored" });
  expect(await at.stored()).toMatchObject({ data: { callbackUrl: ORDINARY } });
});

test("what an earlier run has left is nobody's, masked or not", async () => {
  const left = "https://callback.conformance.example/cc-0123456789/hook/7?token=abc";
  const at = await targetShowing(stars, left);
  expect(await at.run()).toMatchObject({ code: 0, stdout: expect.not.stringContaining("It will be lost") });
});
