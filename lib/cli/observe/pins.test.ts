import { expect, test } from "vitest";
import { parse } from "yaml";
import { keepsPin } from "../../engine/keeps-pin.ts";
import { pinsOf } from "../../engine/pins-of.ts";
import { catalogue } from "../catalogue.ts";
import { withPins as pinsWritten } from "./with-pins.ts";

const withPins = (text: string, pins: Readonly<Record<string, unknown>>) =>
  pinsWritten(text, pins, catalogue);
const stable = (value: unknown) => ({ value, stable: true });

test("a pin is kept by the same value, and by what has its members and more", () => {
  expect(keepsPin(0, stable(0))).toBe(true);
  expect(keepsPin({ b: { c: 1 } }, stable({ a: 1, b: { c: 1, d: 2 } }))).toBe(true);
  expect(keepsPin(["a", "b"], stable(["a", "b"]))).toBe(true);
});

test.each([
  [0, stable("0")],
  [null, stable("absent")],
  [{ a: 1 }, stable({ b: 1 })],
  [{ a: 1 }, stable(1)],
  [["a"], stable(["a", "b"])],
  [1, { value: [1, 2], stable: false }],
  [[1, 2], { value: [1, 2], stable: false }],
  [1, undefined],
])("a pin %j is not kept by %j", (pin, observed) => {
  expect(keepsPin(pin, observed)).toBe(false);
});

test("observed values that do not vary can be pinned", () => {
  const observations = [
    { requirement: "envelope.success-code", value: stable(0) },
    { requirement: "limits.latency", value: { value: 1, stable: false } },
    { requirement: "limits.clock", reason: "The answers have no Date header." },
  ] as const;
  expect(pinsOf(observations)).toEqual({ "envelope.success-code": 0 });
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
    "envelope.success-code": 0,
    "envelope.refusal-codes": { "no body": 40001 },
  });
  expect(text).toBe(`${PROFILE}pins:
  # §7: The value of \`code\` on success.
  envelope.success-code: 0
  # §7: The values of \`code\` on refusals, by what is refused.
  envelope.refusal-codes:
    no body: 40001
`);
});

test("a pin that is there already is replaced where it stands, and its comment stays", () => {
  const pinned = `${PROFILE}pins:\n  # as agreed\n  envelope.success-code: 0 # not 200\n  limits.rate: none met\n\n# accepted\nwaivers:   null\n`;
  const text = withPins(pinned, { "envelope.success-code": 200 });
  expect(text).toBe(pinned.replace("code: 0", "code: 200"));
});

test("pins on one line stay there, and an empty block is opened", () => {
  expect(withPins("name: a\npins: { limits.clock: 0 } # all\n", { "limits.rate": "none met" })).toBe(
    "name: a\npins: { limits.clock: 0, limits.rate: none met } # all\n",
  );
  const comment =
    "  # §5: The difference between the target's clock and this machine's, in seconds, by the Date header of its answers.\n";
  const block = `pins:\n${comment}  limits.clock: 0\n`;
  expect(withPins("name: a\npins: {}\nrun: {}\n", { "limits.clock": 0 })).toBe(`name: a\n${block}run: {}\n`);
  expect(withPins("name: a\npins:\nrun: {}\n", { "limits.clock": 0 })).toBe(`name: a\n${block}run: {}\n`);
  expect(withPins("name: a", { "limits.clock": 0 })).toBe(`name: a\n${block}`);
});

test("texts that YAML would read as something else stay texts", () => {
  const text = withPins("name: a\n", {
    "envelope.success-code": "9007199254740993",
    "envelope.content-type": "yes",
  });
  expect(text).toContain('envelope.success-code: "9007199254740993"');
});

test("an answer of a target is written so that it stays text, and stays readable", () => {
  const pins = {
    "envelope.success-code": "\u001b[31m\u202e\u009b\u{e0001}\ud800 ${env:TOKEN}",
    "envelope.wording": ["${env:TOKEN}", "*alias", "&anchor", "!!js x", "a: b\nc: d"],
    "envelope.extra-members": { "<<": { name: "another" }, "${env:TOKEN}\u0007": "<<" },
  };
  const text = withPins("name: a\n", pins);
  expect(text).toContain(String.raw`"\u001b[31m\u202e\u009b\udb40\udc01\ud800 ${"${env:TOKEN}"}"`);
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(parse(text, { merge: true })).toEqual({ name: "a", pins });
  expect(withPins(text, pins)).toBe(text);
});
