import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { queryDraft, registerDraft, type Tamper } from "../../lib/api/draft.ts";
import { sendTogether } from "../../lib/api/webhook/send-together.ts";
import type { Context } from "../../lib/api/context.ts";
import type { Requirement } from "../../lib/api/requirement.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { accepted } from "../../lib/api/webhook/oracles/accepted.ts";
import { loadProfile } from "../../lib/profile/load-profile.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { Violation } from "../../lib/engine/verdict.ts";
import { changeRecording, judgedAgain, recordRun } from "./recorded-run.ts";

const registers = async ({ merchant, urls }: Context, times: number) => {
  for (let time = 0; time < times; time += 1) await merchant.holds(urls.fresh());
};
/** A requirement of this id that is decided otherwise. */
function check(id: string, ask: (context: Context) => Promise<void>): Requirement {
  const { rule: _, ...others } = catalogue.get(id);
  return { ...others, check: ask };
}

const replaces = (ask: (context: Context) => Promise<void>) => check("register.replaces", ask);
const accepts = check("register.same-url-again", async ({ merchant, urls }) => {
  await merchant.settled();
  accepted(await merchant.register(urls.fresh()), "a register");
});

test.each(["api-key", "signed"] as const)(
  "a recorded run is judged again as it was judged, in %s mode",
  async (mode) => {
    const run = await recordRun({ mode });
    expect(await judgedAgain(run)).toEqual(run.results);
  },
);

test.each(["callback-url.over-length", "concurrency.ends-whole", "freshness.nonce-replayed"])(
  "a server that breaks %s fails it again, for the same reason",
  async (requirement) => {
    const mutant = mutants.find(({ breaks }) => breaks === requirement);
    const run = await recordRun({ mode: "signed", mutant });
    const again = await judgedAgain(run);
    expect(again.get(requirement)).toMatchObject({ verdict: "failed" });
    expect(again).toEqual(run.results);
  },
);

const withStrangeKey: Tamper = (valid) => ({ ...valid, apiKey: "no-merchant-has-this-key" });
const stranger = check("api-key.unknown", async ({ merchant }) => {
  await merchant.send({ ...queryDraft("refused key"), tamper: withStrangeKey });
});

const withWrongSignature: Tamper = (valid) => ({ ...valid, signature: "no-signature-looks-like-this" });
const forger = check("signature.wrong", async ({ merchant }) => {
  await merchant.send({ ...queryDraft("refused signature"), tamper: withWrongSignature });
});

test("a credential that is shown fails again, and stands nowhere in the recording", async () => {
  const requirement = "envelope.keeps-secrets";
  const judges = [accepts, stranger, forger, catalogue.get(requirement)];
  const telling = mutants.filter(({ breaks }) => breaks === requirement);
  expect(telling).not.toEqual([]);
  for (const mutant of telling) {
    const run = await recordRun({ mode: "signed", mutant, judges });
    expect(run.results.get(requirement)).toMatchObject({ verdict: "failed" });
    expect(await judgedAgain(run, judges)).toEqual(run.results);
    const { merchants } = (await loadProfile("reference-signed", {})).profile;
    const text = readFileSync(run.file, "utf8");
    const shown = merchants.flatMap(({ apiKey, secret = apiKey }) =>
      [apiKey, secret].filter((value) => text.includes(value)),
    );
    expect(shown).toEqual([]);
  }
});

test.each(["register.replaces", "api-key.no-detour"])(
  "with an exchange of %s that is not in the recording this is inconclusive, and nothing else is",
  async (requirement) => {
    const run = await recordRun({});
    changeRecording(run, requirement, (lines) => lines.toSpliced(1, 1));
    const again = await judgedAgain(run);
    expect(again.get(requirement)).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringContaining(
        "Cannot be judged again offline: it now asks for what the recording does not",
      ),
    });
    expect(without(again, requirement)).toEqual(without(run.results, requirement));
  },
);

test("answers are judged, not copied: another one in the recording is another verdict", async () => {
  const run = await recordRun({});
  changeRecording(run, "register.replaces", (lines) => [
    ...lines.slice(0, -1),
    (lines.at(-1) ?? "").replace(
      String.raw`\"callbackUrl\":\"https://`,
      String.raw`\"callbackUrl\":\"https://x`,
    ),
  ]);
  expect((await judgedAgain(run)).get("register.replaces")).toMatchObject({ verdict: "failed" });
});

test.each([
  ["asks for more", replaces((context) => registers(context, 3)), "inconclusive"],
  ["asks for less", replaces((context) => registers(context, 1)), "passed"],
  [
    "asks for something else",
    replaces(async ({ merchant }) => void (await merchant.disable())),
    "inconclusive",
  ],
  [
    "asks and makes do without an answer",
    replaces(async (context) => {
      await registers(context, 2);
      const { merchant, urls } = context;
      await sendTogether([{ merchant, draft: registerDraft(urls.fresh()) }]);
    }),
    "inconclusive",
  ],
  [
    "is stricter",
    replaces(async (context) => {
      await registers(context, 1);
      throw new Violation({ expected: "more", actual: "less" });
    }),
    "failed",
  ],
])("a check that now %s", async (_, corrected, verdict) => {
  const run = await recordRun({ judges: [replaces((context) => registers(context, 2)), accepts] });
  const again = await judgedAgain(run, [corrected, accepts]);
  expect(again.get("register.replaces")).toMatchObject({ verdict });
  expect(again.get(accepts.id)).toEqual(run.results.get(accepts.id));
});

test("answers that a check does not ask for any more are heard all the same", async () => {
  const judges = [replaces((context) => registers(context, 2)), catalogue.get("envelope.code-integer")];
  const run = await recordRun({ judges });
  changeRecording(run, "register.replaces", (lines) => [
    ...lines.slice(0, -1),
    (lines.at(-1) ?? "").replace(String.raw`{\"code\":0`, String.raw`{\"code\":0.5`),
  ]);
  const again = await judgedAgain(run, [replaces((context) => registers(context, 1)), ...judges.slice(1)]);
  expect([...again.values()]).toMatchObject([{ verdict: "passed" }, { verdict: "failed" }]);
});

test("a check that the run did not come to is inconclusive", async () => {
  const run = await recordRun({ judges: [accepts] });
  const later = check("register.replaces", (context) => registers(context, 1));
  expect((await judgedAgain(run, [accepts, later])).get("register.replaces")).toMatchObject({
    verdict: "inconclusive",
    reason: "Cannot be judged again offline: the recorded run did not come to it.",
  });
});

function without<T>(results: ReadonlyMap<string, T>, id: string): Map<string, T> {
  return new Map([...results].filter(([requirement]) => requirement !== id));
}
