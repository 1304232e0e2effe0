import { expect, test } from "vitest";
import { parse } from "yaml";
import { pinsOf } from "../../engine/judge/pins-of.ts";
import { catalogue } from "../catalogue.ts";
import { withPins as pinsWritten } from "./with-pins.ts";

const withPins = (text: string, pins: Readonly<Record<string, unknown>>) =>
  pinsWritten(text, pins, catalogue);

test("parts that do not vary can be pinned", () => {
  const observations = [
    {
      requirement: "query.answer",
      value: { value: { code: 0, msg: ["a", "b"] }, stable: false, varies: ["msg"] },
    },
    { requirement: "limits.latency", value: { value: { maxMs: 1 }, stable: false, varies: ["maxMs"] } },
    { requirement: "limits.traffic", reason: "The answers have no Date header." },
  ] as const;
  expect(pinsOf(observations)).toEqual({ "query.answer": { code: 0 } });
});

const PROFILE = `# Ours.
name: ours   # as reports call it

auth: { mode: api-key }
merchants:
  - name: alpha
    apiKey: "\${env:KEY}" # from the vault
`;

test("pins follow what a profile says, each with what it is about; every line before stays as it is", () => {
  const text = withPins(PROFILE, {
    "register.refusals": { code: { "no body": 40001 } },
  });
  expect(text).toBe(`${PROFILE}pins:
  # §2.2, §4.2, §7: How a register with an invalid body is refused.
  register.refusals:
    code:
      no body: 40001
`);
});

test("a pin that is there already is replaced where it stands, and its comment stays", () => {
  const pinned = `${PROFILE}pins:\n  # as agreed\n  envelope.unknown-path: 0 # not 200\n  limits.traffic: none met\n\n# accepted\nwaivers:   null\n`;
  const text = withPins(pinned, { "envelope.unknown-path": 200 });
  expect(text).toBe(pinned.replace("path: 0", "path: 200"));
});

test("pins on one line stay there, and an empty block is opened", () => {
  expect(withPins("name: a\npins: { limits.latency: 0 } # all\n", { "limits.traffic": "none met" })).toBe(
    "name: a\npins: { limits.latency: 0, limits.traffic: none met } # all\n",
  );
  const comment = "  # §8: How long answers take, in milliseconds.\n";
  const block = `pins:\n${comment}  limits.latency: 0\n`;
  expect(withPins("name: a\npins: {}\nrun: {}\n", { "limits.latency": 0 })).toBe(
    `name: a\n${block}run: {}\n`,
  );
  expect(withPins("name: a\npins:\nrun: {}\n", { "limits.latency": 0 })).toBe(`name: a\n${block}run: {}\n`);
  expect(withPins("name: a", { "limits.latency": 0 })).toBe(`name: a\n${block}`);
});

test("texts that YAML would read as something else stay texts", () => {
  const text = withPins("name: a\n", {
    "query.answer": "9007199254740993",
    "disable.answer": "yes",
  });
  expect(text).toContain('query.answer: "9007199254740993"');
});

test("an answer of a target is written so that it stays text, and stays readable", () => {
  const pins = {
    "query.answer": "\u001b[31m\u202e\u009b\u{e0001}\ud800 ${env:TOKEN}",
    "disable.answer": ["${env:TOKEN}", "*alias", "&anchor", "!!js x", "a: b\nc: d"],
    "register.answer": { "<<": { name: "another" }, "${env:TOKEN}\u0007": "<<" },
  };
  const text = withPins("name: a\n", pins);
  expect(text).toContain(String.raw`"\u001b[31m\u202e\u009b\udb40\udc01\ud800 ${"${env:TOKEN}"}"`);
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(parse(text, { merge: true })).toEqual({ name: "a", pins });
  expect(withPins(text, pins)).toBe(text);
});
