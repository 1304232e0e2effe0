import { createServer } from "node:http";
import { assert, expect, onTestFinished, test } from "vitest";
import { listening } from "../../../cli/testing/listening.ts";
import type { HeaderPair } from "../../../http/transport.ts";
import { parseProfile } from "../../../profile/load/load-profile.ts";
import { secretsOf } from "../../../profile/load/secrets-of.ts";
import { openTarget } from "../../../session/open-target.ts";
import { triggering, WANTED } from "./testing/triggering.ts";

const command = (code: string) => `trigger: { command: [node, -e, "${code}", "{merchant}"] }`;

test("one call for all types, with merchant, type and key filled in", async () => {
  const call =
    'trigger: { url: "/e/{eventType}", headers: { X-Of: "{apiKey}" }, body: { m: ["{merchant}", 1], n: "{unique}", s: "{x}" } }';
  const { trigger, sent } = triggering(call);
  await trigger.emit({ merchant: "alpha", eventType: "a/b" });
  expect(sent).toEqual([
    'POST /e/a%2Fb [Content-Type: application/json, X-Of: key-of-alpha] {"m":["alpha",1],"n":"1","s":"{x}"}',
  ]);
});

test("the steps of a type, each with what was captured before, signed where that is asked", async () => {
  const steps = `[{ url: /cards, capture: { card: /data/0/id } }, { method: PUT, url: "/cards/{card}/freeze", signed: true }]`;
  const { trigger, sent } = triggering(`triggers: { card.status: ${steps} }`, [
    [201, '{"data":[{"id":9007199254740993}]}'],
  ]);
  await trigger.emit(WANTED);
  expect(sent).toEqual([
    "POST /cards [] ",
    "PUT /cards/9007199254740993/freeze [X-Signature: alpha /cards/9007199254740993/freeze] ",
  ]);
});

test.for([
  ["was answered HTTP 404", [404, "{}"]],
  ["says itself that it dispatched nothing", [200, '{"dispatched":false}']],
  ["answered nothing at the pointer of card", [200, '{"data":{}}']],
] as const)("a step that %s is no event", async ([how, answer]) => {
  const { trigger } = triggering("trigger: { url: /e, capture: { card: /id } }", [answer]);
  await expect(trigger.emit(WANTED)).rejects.toThrow(
    `The trigger of card.status ${how}. Look at events.trigger.`,
  );
});

test("what goes to the target counts towards the rate and the budget of the run, also by its whole address", async () => {
  const steps = "[{ url: /a }, { url: 'http://127.0.0.1:1/api/b', signed: true }, { url: /c, signed: true }]";
  const own = `triggers: { card.status: ${steps} }, deliveryLog: { url: /log }`;
  const { trigger, sent, times, opened, counts } = triggering(own, [], {
    basePath: "/api",
    limits: "{ requestsPerSecond: 2, maxRequests: 4 }",
  });
  expect(await trigger.emit(WANTED)).toEqual({ at: times[0] });
  await trigger.log(WANTED);
  expect(opened).toEqual([]);
  expect(sent.slice(1, 3).map((one) => one.split(" /api").at(-1))).toEqual(["/b] ", "/c] "]);
  expect(counts.sent).toBe(4);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(gaps.filter((gap) => gap < 500)).toEqual([]);
  await expect(trigger.emit(WANTED)).rejects.toThrow("The budget of requests is used up");
  expect(sent).toHaveLength(4);
});

test("what goes to another server has a way of its own", async () => {
  const { trigger, opened, sent } = triggering("trigger: { url: 'https://sim.example?x=1', signed: true }");
  await trigger.emit(WANTED);
  await trigger.emit(WANTED);
  expect(opened).toEqual(["https://sim.example"]);
  expect(sent[0]).toBe("POST /?x=1 [X-Signature: alpha /?x=1] ");
});

test("another server is asked no faster than the target, and counted by itself", async () => {
  const times: number[] = [];
  const elsewhere = createServer((_, response) => {
    times.push(performance.now());
    response.end("{}");
  });
  const url = `http://127.0.0.1:${await listening(elsewhere)}`;
  const { profile } = parseProfile(
    `name: t\nbaseUrl: http://127.0.0.1:1\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: key-of-alpha }]\nlimits: { requestsPerSecond: 20, maxRequests: 2 }\nevents: { receiver: {}, trigger: { url: "${url}/e" } }`,
    "/p.yaml",
    {},
  );
  const target = await openTarget({ profile, depth: "quick", seed: 1, runId: "cc-trigger000" });
  onTestFinished(async () => target.close());
  const { deliveries, merchants } = target.shared;
  const [merchant] = merchants;
  assert.exists(merchant);
  await deliveries.receiverUrl();
  const before = performance.now();
  await deliveries.trigger(merchant, "card.status");
  await deliveries.trigger(merchant, "card.status");
  await expect(deliveries.trigger(merchant, "card.status")).rejects.toThrow("budget of requests");
  expect((times[1] ?? 0) - before).toBeGreaterThan(90);
  expect([times.length, target.counts.sent]).toEqual([2, 0]);
});

test("a trigger is sent again where the target asks to come back later, and is undecided where it may have worked twice", async () => {
  const later: HeaderPair = ["Retry-After", "30"];
  const patient = triggering("trigger: { url: /e }", [[429, "{}", [later]]]);
  expect(await patient.trigger.emit(WANTED)).toEqual({ at: 30_000 });
  expect([patient.times, patient.counts.rateLimited]).toEqual([[0, 30_000], 1]);
  const doubtful = triggering("trigger: { url: /e }", [[503, "<p>", [later]]]);
  await expect(doubtful.trigger.emit(WANTED)).rejects.toThrow(
    "the trigger of card.status may have run more than once",
  );
  const lost = triggering("trigger: { url: /e }", [[502, "<p>"]]);
  await expect(lost.trigger.emit(WANTED)).rejects.toThrow(
    "No answer to the trigger of card.status after 1 attempt: HTTP 502 without an envelope. Look at events.trigger.",
  );
  expect(lost.sent).toHaveLength(1);
});

test("a command is run with its words filled in, and says by its exit whether there is an event", async () => {
  await triggering(command("process.exit(process.argv[1] === 'alpha' ? 0 : 1)")).trigger.emit(WANTED);
  const { trigger } = triggering(command("process.exit(7)"));
  await expect(trigger.emit(WANTED)).rejects.toThrow("The trigger of card.status ended with 7.");
});

test("no more events an hour than are allowed", async () => {
  const { trigger, sent } = triggering("trigger: { url: /e }, maxPerHour: 2");
  await trigger.emit(WANTED);
  await trigger.emit(WANTED);
  await expect(trigger.emit(WANTED)).rejects.toThrow("events.maxPerHour allows 2 events in an hour");
  expect(sent).toHaveLength(2);
});

test("a step is a call or a command, and its headers and passwords are secrets", () => {
  expect(() => triggering("trigger: { signed: true }")).toThrow("expected a url or a command, not both");
  const step =
    '[{ url: "https://me:pass-of-me@sim.example/e", headers: { X-Token: token-of-the-simulator } }]';
  const { profile } = triggering(`triggers: { card.status: ${step} }`);
  expect(secretsOf(profile).map(({ value }) => value)).toEqual(
    expect.arrayContaining(["token-of-the-simulator", "pass-of-me"]),
  );
});
