import { expect, test } from "vitest";
import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { WaitLog } from "../../../http/gate.ts";
import { type Answer, describeAnswer, succeeded } from "../../exchange/answer.ts";
import { testAnswer } from "../../exchange/testing/test-answer.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../../request/draft.ts";
import { DefenceLog } from "./defence-log.ts";
import { RejectionSigns } from "./rejection-signs.ts";
import { SecondAsking } from "./second-asking.ts";

const FRESH = "https://fresh.example/";
const GIVEN = "https://given.example/;a";
const DISABLED = '{"code":0,"data":{"status":0}}';
const REJECTED = 'HTTP 403 {"code":403}';
const BUSY = '{"code":42902}';

/** A target that says of each request, by its number and by the seconds waited so far, whether it accepts it. */
function scripted(accepts: (number: number, draft: Draft, waited: number) => boolean | string) {
  const heard: string[] = [];
  const asked: string[] = [];
  const throttled: number[] = [];
  const waits = new WaitLog();
  const waited = () => waits.ms("rejected") / 1_000;
  const defences = new DefenceLog({
    waits,
    wait: async (ms, reason) => waits.add(reason, ms),
    throttleBy: (code) => void throttled.push(code),
  });
  const asking = new SecondAsking({
    name: "alpha",
    mayWrite: true,
    defences,
    signs: new RejectionSigns(),
    freshUrl: () => FRESH,
    async ask(draft) {
      asked.push(draft.url ?? draft.label);
      return replyTo(draft, accepts(asked.length, draft, waited()));
    },
    memory: {
      hear: (answer) => void heard.push(succeeded(answer) ? "yes" : describeAnswer(answer)),
      noteNoHttp: () => undefined,
      loseSightOf: () => undefined,
      mustSucceed: ({ draft }) => draft.expects === "success",
      claimsSuccess: () => false,
      current: undefined,
      exists: true,
      disabled: false,
      isEnabledAgain: false,
      isUnread: false,
      stayedEnabled: () => undefined,
    },
  });
  return { asking, defences, heard, asked, throttled, waited };
}

function replyTo(draft: Draft, accepted: boolean | string): Answer {
  const data = draft.label === "query" ? "{}" : "true";
  const text =
    typeof accepted === "string" ? accepted : accepted ? `{"code":0,"data":${data}}` : '{"code":403}';
  const status = accepted === true || accepted === BUSY ? 200 : 403;
  return testAnswer(draft, text, status);
}

const wrong = () => queryDraft("refused key");

test("a rejection that is over at once counts, and the run says how often it happened", async () => {
  const { asking, heard, waited, defences } = scripted((number) => number !== 2);
  await asking.send(registerDraft(GIVEN));
  expect(succeeded(await asking.send(registerDraft(GIVEN)))).toBe(false);
  expect({ heard, waited: waited(), defended: defences.summary }).toEqual({
    heard: ["yes", `${REJECTED}, and accepted when the same request was sent again at once`, "yes"],
    waited: 0,
    defended: undefined,
  });
  expect(defences.nowAndThen).toContain("rejected 1 of 2 valid requests that it accepted");
});

test("a query that says again that nothing exists counts at once, also after wrong credentials", async () => {
  const { asking, heard, waited } = scripted((number) => number > 1 && number < 4);
  for (const draft of [queryDraft("open"), registerDraft(GIVEN), queryDraft(), wrong(), queryDraft()])
    await asking.send(draft);
  expect({ heard, waited: waited() }).toEqual({
    heard: [REJECTED, "yes", "yes", REJECTED, REJECTED],
    waited: 0,
  });
});

test("a rejection that is over at once does not count where its code marks a limit", async () => {
  const { asking, heard, throttled, defences } = scripted((number, { expects }) =>
    number === 3 ? BUSY : expects === "success",
  );
  await asking.send(registerDraft("x", "refused input"));
  await asking.send(registerDraft(GIVEN));
  expect(succeeded(await asking.send(registerDraft(GIVEN)))).toBe(true);
  expect({ heard, throttled }).toEqual({ heard: [REJECTED, "yes", "yes"], throttled: [42902] });
  expect(defences.summary).toContain("rejected 1 of 2 valid requests, and accepted them");
});

test("a rejection that looks like one of a defence does not count, also if it is over at once", async () => {
  const rejected = [3, 4, 6];
  const { asking, heard } = scripted(
    (number, { expects }) => expects === "success" && !rejected.includes(number),
  );
  await asking.send(queryDraft());
  await asking.send(wrong());
  expect(succeeded(await asking.send(queryDraft()))).toBe(true);
  expect(succeeded(await asking.send(queryDraft()))).toBe(true);
  expect(heard).toEqual(["yes", REJECTED, "yes", "yes"]);
});

test("a limit that the first registers have met is waited out, though nothing was accepted before", async () => {
  const { asking, waited, throttled } = scripted((number, { expects }, seconds) => {
    if (seconds < 1 && number > 1) return BUSY;
    return expects === "success";
  });
  await asking.send(registerDraft("x", "refused input"));
  await asking.send(registerDraft("y", "refused input"));
  expect(succeeded(await asking.send(registerDraft(GIVEN)))).toBe(true);
  expect({ waited: waited(), throttled }).toEqual({ waited: 1, throttled: [42902] });
});

test("a rejection counts at once where plain queries are accepted", async () => {
  const { asking, heard, asked, waited } = scripted((number, { label }) => number === 1 || label === "query");
  await asking.send(registerDraft(GIVEN));
  expect(succeeded(await asking.send(registerDraft(GIVEN)))).toBe(false);
  expect({ heard, asked, waited: waited() }).toEqual({
    heard: ["yes", REJECTED, "yes"],
    asked: [GIVEN, GIVEN, GIVEN, "query"],
    waited: 0,
  });
});

test("a query is rejected for what is stored where one of another URL is accepted", async () => {
  const { asking, heard, waited } = scripted((number) => number === 1 || number > 3);
  await asking.send(queryDraft());
  expect(succeeded(await asking.send(queryDraft()))).toBe(false);
  expect({ heard, waited: waited() }).toEqual({ heard: ["yes", REJECTED, "yes", "yes"], waited: 0 });
});

test("a rejection after wrong credentials that a pause ends is a lock-out: it is not heard, but told", async () => {
  const { asking, heard, waited, defences } = scripted(
    (number, { expects }, seconds) => expects === "success" && (number === 1 || seconds >= 20),
  );
  await asking.send(queryDraft());
  await asking.send(wrong());
  expect(succeeded(await asking.send(queryDraft()))).toBe(true);
  expect({ heard, waited: waited() }).toEqual({ heard: ["yes", REJECTED, "yes"], waited: 38 });
  expect(defences.summary).toContain("up to 38 s later. The first rejection: HTTP 403");
});

test("after a lock-out a plain query comes between wrong credentials, after a second one none are sent", async () => {
  let locked = 0;
  const { asking, asked } = scripted((_number, { expects }, seconds) => {
    if (expects !== "success") locked = seconds + 18;
    return expects === "success" && seconds >= locked;
  });
  await asking.send(registerDraft(GIVEN));
  await asking.send(wrong());
  await asking.send(registerDraft(GIVEN));
  await asking.send(wrong());
  await asking.send(queryDraft());
  const before = asked.length;
  await expect(asking.send(wrong())).rejects.toThrow("Not sent: after wrong credentials");
  expect(asked).toHaveLength(before);
});

test("what is rejected to the end like plain queries is inconclusive, and the run waits 90 s for it at most", async () => {
  const { asking, heard, waited } = scripted((number) => number === 1);
  await asking.send(queryDraft());
  const reasons: unknown[] = [];
  for (const draft of [queryDraft(), queryDraft(), registerDraft(GIVEN), disableDraft()])
    reasons.push(await asking.send(draft).catch((error: unknown) => error));
  expect(reasons.every((reason) => reason instanceof InconclusiveError)).toBe(true);
  expect(String(reasons[0])).toContain("Every valid query of merchant alpha is rejected now");
  expect(String(reasons[1])).toBe(String(reasons[0]));
  expect({ heard, waited: waited() }).toEqual({ heard: ["yes"], waited: 86 });
});

test("a code of its own may come from a cap, unless the target accepted fewer than five", async () => {
  expect(await registerAfter(4)).toBe(false);
  expect(await registerAfter(5)).toBeInstanceOf(InconclusiveError);
});

/** Whether a register succeeds, after as many as the target accepts; or why this is not known. */
async function registerAfter(accepted: number): Promise<unknown> {
  const { asking } = scripted((number, { label }) => label === "query" || number <= accepted || BUSY);
  for (let time = 0; time < accepted; time += 1) await asking.send(registerDraft(GIVEN));
  return asking.send(registerDraft(GIVEN)).then(succeeded, (error: unknown) => error);
}

test("a target that rejects everything from the start is waited for once, for a second", async () => {
  const { asking, heard, waited } = scripted(() => false);
  for (let time = 0; time < 3; time += 1) expect(succeeded(await asking.send(queryDraft()))).toBe(false);
  expect({ heard, waited: waited() }).toEqual({ heard: [REJECTED, REJECTED, REJECTED], waited: 1 });
});

test("a disable that is rejected and leaves the status 0 may have come too late, the third time not", async () => {
  const { asking, heard } = scripted((_number, { label }) => label === "query" && DISABLED);
  for (let time = 0; time < 3; time += 1) await asking.send(disableDraft());
  expect(heard).toEqual(["yes", REJECTED, "yes", REJECTED, REJECTED, "yes"]);
});

test("a page that answers an invalid request while plain queries get one too comes from a ban", async () => {
  const { asking, heard } = scripted((number, { expects }, seconds) =>
    expects === "refused key" && seconds > 0 ? false : number === 1 || seconds >= 1 || "<html>",
  );
  await asking.send(queryDraft());
  await asking.send({ ...wrong(), tamper: (valid) => valid });
  expect(heard).toEqual(["yes", "yes", REJECTED]);
});

test("a page that answers only an invalid request counts", async () => {
  const { asking, heard } = scripted((_number, { expects }) => expects === "success" || "<html>");
  await asking.send(queryDraft());
  await asking.send(registerDraft("ftp://x.example/", "refused input"));
  await asking.send(registerDraft("file:///etc/passwd", "refused input"));
  const page = expect.stringContaining("HTTP 403 with a body");
  expect(heard).toEqual(["yes", page, "yes", page, "yes"]);
});

test("what cannot be sent twice is inconclusive after a lock-out", async () => {
  const { asking } = scripted((number, _draft, seconds) => number === 1 || seconds >= 1);
  await asking.send(queryDraft());
  const once = { ...queryDraft(), once: true };
  await expect(asking.send(once)).rejects.toThrow("this one cannot be sent again");
});
