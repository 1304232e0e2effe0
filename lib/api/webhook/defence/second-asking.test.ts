import { expect, test } from "vitest";
import { InconclusiveError } from "../../../engine/verdict.ts";
import { type Answer, describeAnswer, readAnswer, succeeded } from "../../answer.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../../draft.ts";
import { Defences } from "./defences.ts";
import { SecondAsking } from "./second-asking.ts";

const FRESH = "https://fresh.example/";
const GIVEN = "https://given.example/;a";

/** A target that says of each request, by its number and URL and by what was waited for, whether it accepts it. */
function scripted(accepts: (number: number, draft: Draft, waitedMs: number) => boolean | string) {
  const heard: string[] = [];
  const asked: string[] = [];
  let waitedMs = 0;
  const defences = new Defences({
    wait: async (ms) => void (waitedMs += ms),
    slowDown: () => undefined,
    sent: () => asked.length,
  });
  const asking = new SecondAsking({
    name: "alpha",
    defences,
    freshUrl: () => FRESH,
    async ask(draft) {
      asked.push(draft.url ?? draft.label);
      return answerTo(draft, accepts(asked.length, draft, waitedMs));
    },
    memory: {
      hear: (answer) => void heard.push(succeeded(answer) ? "yes" : describeAnswer(answer)),
      noHttp: () => undefined,
      lostSightOf: () => undefined,
      mustSucceed: ({ draft }) => draft.expects === "success",
      current: undefined,
      exists: true,
      disabled: false,
    },
  });
  return { asking, defences, heard, asked, waited: () => waitedMs };
}

function answerTo(draft: Draft, accepted: boolean | string): Answer {
  const data = draft.label === "query" ? "{}" : "true";
  const text =
    typeof accepted === "string" ? accepted : accepted ? `{"code":0,"data":${data}}` : '{"code":423}';
  return readAnswer({
    draft,
    request: { method: "POST", path: draft.path, headers: [] },
    wire: { status: accepted === true ? 200 : 403, headers: [], body: Buffer.from(text) },
    exchange: 1,
    repeated: false,
  });
}

const DISABLED = '{"code":0,"data":{"status":0}}';
const REFUSED = 'HTTP 403 {"code":423}';

test("what was never accepted counts at once", async () => {
  const { asking, heard, asked } = scripted(() => false);
  await asking.send(registerDraft(GIVEN));
  expect({ heard, asked }).toEqual({ heard: [REFUSED], asked: [GIVEN] });
});

test("a refusal that is over at once counts, and so does what came after it", async () => {
  const { asking, heard, waited, defences } = scripted((number) => number !== 2);
  await asking.send(registerDraft(GIVEN));
  const answer = await asking.send(registerDraft(GIVEN));
  expect(succeeded(answer)).toBe(false);
  expect({ heard, waited: waited(), summary: defences.summary }).toEqual({
    heard: ["yes", REFUSED, "yes"],
    waited: 0,
    summary: undefined,
  });
});

test("a refusal of what the plainest twin does not have counts", async () => {
  const { asking, heard, asked, waited } = scripted((number, { url }) => number === 1 || url === FRESH);
  await asking.send(registerDraft(GIVEN));
  expect(succeeded(await asking.send(registerDraft(GIVEN)))).toBe(false);
  expect({ heard, asked, waited: waited() }).toEqual({
    heard: ["yes", REFUSED, REFUSED, "yes"],
    asked: [GIVEN, GIVEN, GIVEN, FRESH],
    waited: 0,
  });
});

test("a refusal that a pause ends is a defence: it is not heard, but said", async () => {
  const { asking, heard, waited, defences } = scripted((number, _draft, ms) => number === 1 || ms >= 20_000);
  await asking.send(queryDraft());
  expect(succeeded(await asking.send(queryDraft()))).toBe(true);
  expect({ heard, waited: waited() }).toEqual({ heard: ["yes", "yes"], waited: 38_000 });
  expect(defences.summary).toContain('for a while, once, for up to 38 s, first with HTTP 403 {"code":423}');
});

test("what is refused to the end is inconclusive, for one reason, and waited for once", async () => {
  const { asking, heard, waited } = scripted((number) => number === 1);
  await asking.send(queryDraft());
  const reasons = [];
  for (let time = 0; time < 2; time += 1)
    reasons.push(await asking.send(queryDraft()).catch((error: unknown) => error));
  expect(reasons[0]).toBeInstanceOf(InconclusiveError);
  expect(String(reasons[0])).toContain("From request 2 on, every valid query of merchant alpha was refused");
  expect(String(reasons[1])).toBe(String(reasons[0]));
  expect({ heard, waited: waited() }).toEqual({ heard: ["yes"], waited: 68_000 });
});

test("the first query of a configuration that is refused until after a pause met a defence", async () => {
  const { asking, heard, asked, waited, defences } = scripted((_number, _draft, ms) => ms >= 1_000);
  expect(succeeded(await asking.send(queryDraft()))).toBe(true);
  expect({ heard, asked: asked.length, waited: waited() }).toEqual({
    heard: ["yes"],
    asked: 3,
    waited: 1_000,
  });
  expect(defences.summary).toContain("once, for up to 1 s");
});

test("a query of which none is ever accepted is waited for once", async () => {
  const { asking, heard, waited } = scripted(() => false);
  for (let time = 0; time < 3; time += 1) expect(succeeded(await asking.send(queryDraft()))).toBe(false);
  expect({ heard, waited: waited() }).toEqual({ heard: [REFUSED, REFUSED, REFUSED], waited: 1_000 });
});

test("an operation that was hardly accepted, and is refused to the end, is held against the target: no cap is so low", async () => {
  expect(await registerAfter(4)).toBe(false);
  expect(await registerAfter(5)).toBeInstanceOf(InconclusiveError);
});

/** Whether a register succeeds, after as many as the target accepts; or why that is not told. */
async function registerAfter(accepted: number): Promise<unknown> {
  const { asking } = scripted((number, { label }) => label === "query" || number <= accepted);
  for (let time = 0; time < accepted; time += 1) await asking.send(registerDraft(GIVEN));
  return asking.send(registerDraft(GIVEN)).then(succeeded, (error: unknown) => error);
}

test("a disable that is refused and leaves the status 0 may have come too late, the third time not", async () => {
  const { asking, heard } = scripted((_number, { label }) => label === "query" && DISABLED);
  for (let time = 0; time < 3; time += 1) await asking.send(disableDraft());
  expect(heard).toEqual(["yes", REFUSED, "yes", REFUSED, REFUSED]);
});

test("a probe that is answered as a defence answered before is sent again after a pause", async () => {
  const isBusy = new Set([2, 3, 5]);
  const { asking, heard, waited } = scripted((number, { expects }) =>
    isBusy.has(number) ? '{"code":42902}' : expects === "success",
  );
  await asking.send(registerDraft(GIVEN));
  await asking.send(queryDraft());
  await asking.send(disableDraft("refused key"));
  expect({ heard, waited: waited() }).toEqual({ heard: ["yes", "yes", REFUSED], waited: 2_000 });
});

test("the first valid request that is refused as no probe ever was is asked again after a pause", async () => {
  const { asking, heard, waited } = scripted((_number, { expects }, ms) =>
    expects === "success" ? ms >= 1_000 || '{"code":42902}' : false,
  );
  for (let probe = 0; probe < 5; probe += 1) await asking.send(queryDraft("refused key"));
  expect(succeeded(await asking.send(registerDraft(GIVEN)))).toBe(true);
  expect({ heard: heard.at(-1), waited: waited() }).toEqual({ heard: "yes", waited: 1_000 });
});

test("a page that meets a probe while valid requests are refused too is a ban", async () => {
  const { asking, heard } = scripted((number, { expects }, ms) =>
    expects === "refused key" && ms > 0 ? false : number === 1 || ms >= 1_000 || "<html>",
  );
  await asking.send(queryDraft());
  await asking.send({ ...queryDraft("refused key"), tamper: (valid) => valid });
  expect(heard).toEqual(["yes", "yes", REFUSED]);
});

test("a page that meets a probe alone counts, unless a firewall may have made it", async () => {
  const { asking, heard } = scripted((_number, { expects }) => expects === "success" || "<html>");
  await asking.send(queryDraft());
  await asking.send(registerDraft("ftp://x.example/", "refused input"));
  await asking.send(registerDraft("file:///etc/passwd", "refused input"));
  expect(heard).toEqual(["yes", expect.stringContaining("HTTP 403 with a body"), "yes", "yes"]);
});

test("what cannot be sent twice is inconclusive after a defence", async () => {
  const { asking, asked } = scripted((number, _draft, ms) => number === 1 || ms >= 1_000);
  await asking.send(queryDraft());
  const once = { ...queryDraft(), once: true };
  await expect(asking.send(once)).rejects.toThrow("this one cannot be sent again");
  expect(asked).toHaveLength(4);
});
