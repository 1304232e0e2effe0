import { expect, test } from "vitest";
import type { Transport, WireRequest } from "../../http/transport.ts";
import { parseProfile } from "../../profile/load-profile.ts";
import { secretsOf } from "../../profile/secrets-of.ts";
import { TriggerCall } from "./trigger-call.ts";

const WANTED = { merchant: "alpha", eventType: "card.status" };

const command = (code: string) => `trigger: { command: [node, -e, "${code}", "{merchant}"] }`;

/** A trigger with these events in its profile, and what it sends to the target. */
function triggering(events: string, answers: readonly (readonly [number, string])[] = []) {
  const sent: string[] = [];
  const target: Transport = {
    async send({ method, path, headers, body }: WireRequest) {
      const named = headers.map(([name, value]) => `${name}: ${value}`).join(", ");
      sent.push(`${method} ${path} [${named}] ${Buffer.from(body ?? []).toString()}`);
      const [status, text] = answers[sent.length - 1] ?? [200, "{}"];
      return { status, headers: [], body: Buffer.from(text) };
    },
    close: async () => undefined,
  };
  const { profile } = parseProfile(
    `name: t\nbaseUrl: http://127.0.0.1:1\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: key-of-alpha }]\nevents: { ${events} }`,
    "/p.yaml",
    {},
  );
  let now = 0;
  const trigger = new TriggerCall(profile, {
    target,
    sign: async (merchant, _draft, path) => [["X-Signature", `${merchant} ${path}`]],
    ticks: () => (now += 60_000),
  });
  return { trigger, sent, profile };
}

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
