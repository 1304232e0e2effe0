import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { callWebhook, folderWithProfile, MERCHANTS, servedReference } from "../testing/served-reference.ts";

/** Selections that write for both merchants, and for the first one only. */
const SELECTED = {
  run: "isolation.query-own",
  observe: "register",
  glance: "query.answers",
} as const;
const API_KEY = MERCHANTS[1].apiKey;
const REAL = "https://prod.merchant.example/hook?token=s3cr3t-0123456789";
const ORDINARY = "https://prod.merchant.example/hook?v=1";

type Shown = (callbackUrl: string) => string;

/** A target that stores callback URLs as they are, and shows them otherwise; its second merchant has one already. */
async function targetShowing(shownAs: Shown, stored = REAL) {
  const asked: string[] = [];
  const url = await servedReference({
    choices: { statusAfterRegisterOnDisabled: 1 },
    arriving: (request) => asked.push(request.url.split("/").at(-1) ?? ""),
    changed: async (answer) => showing(answer, shownAs),
  });
  await callWebhook(url, "register", { callbackUrl: stored }, API_KEY);
  return {
    asked,
    ...judging(url),
    stored: async () => callWebhook(url, "query", undefined, API_KEY),
  };
}

async function showing(answer: Response, shownAs: Shown): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const text = await answer.text();
  const shown = text.replaceAll(/(?<="callbackUrl":")[^"]*/g, (url) => shownAs(url));
  return new Response(shown, { status: answer.status, headers });
}

/** The command line, with a profile of both merchants and a state folder of its own. */
function judging(baseUrl: string) {
  const folder = folderWithProfile(baseUrl, "limits: { requestsPerSecond: 5000 }\n");
  const profile = join(folder, "target.yaml");
  const out = join(folder, "results");
  const at = ["--profile", profile, "--depth", "quick", "--out", out];
  return {
    profile,
    run: async (command: keyof typeof SELECTED = "run", args: readonly string[] = []) =>
      runBin([command === "observe" ? command : "run", SELECTED[command], ...at, ...args], {
        env: { XDG_STATE_HOME: folder },
      }),
    restored: () => readResult(out).restored.find(({ merchant }) => merchant === "beta"),
  };
}

const stars: Shown = (url) => url.replaceAll(/(?<=token=|secret=)[^&"]*/g, "***");
const lastFour: Shown = (url) => url.replaceAll(/(?<=token=)[^&"]*(?=[^&"]{4})/g, "");
const withoutQuery: Shown = (url) => url.replace(/\?.*/, "");

test.each([
  ["run", stars],
  ["observe", stars],
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

test("with consent it is lost, which is said before and after", async () => {
  const at = await targetShowing(stars);
  const { code, stdout } = await at.run("run", ["--lose-masked-url"]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /masked.*merchant beta.*It may be lost; you have consented to that.*beta: not restored: .*The text behind "\*\*\*" is lost: register the real URL/s,
    ),
  });
  expect(at.restored()).toMatchObject({ outcome: "not restored" });
});

test("with consent too, nothing is lost where nothing was written, and observe says so too", async () => {
  const at = await targetShowing(stars);
  expect(await at.run("glance", ["--lose-masked-url"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("cannot see whether it is the same URL"),
  });
  expect(await at.stored()).toMatchObject({ data: { callbackUrl: REAL } });
  const { code, stderr } = await at.run("observe", ["--lose-masked-url"]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/It may be lost.*beta: not restored: Before the run query showed/s),
  });
});

test.each([
  ["the last four characters", lastFour, "https://prod.merchant.example/hook?token=6789"],
  ["no query", withoutQuery, "https://prod.merchant.example/hook"],
])(
  "a target that shows %s is noticed, and the restored URL is not called the original",
  async (_, shownAs, putBack) => {
    const at = await targetShowing(shownAs);
    const { stdout } = await at.run();
    expect(at.restored()).toMatchObject({
      outcome: "restored",
      note: expect.stringContaining(
        "the run restored the URL that query showed before the run. The real one may differ.",
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

test("a URL of an earlier run belongs to no user, masked or not", async () => {
  const left = "https://callback.conformance.example/cc-0123456789/hook/7?token=abc";
  const at = await targetShowing(stars, left);
  expect(await at.run()).toMatchObject({ code: 0, stdout: expect.not.stringContaining("masked") });
});
