import * as fc from "fast-check";
import { expect, test } from "vitest";
import { newHook } from "./hook.ts";
import { howMangled } from "./how-mangled.ts";
import { shownTarget, withoutEscapes } from "../../exchange/shown-target.ts";

const CARD = "4111111111111111";
const HOOK = newHook("https://hooks.example", "cc-0123456789", "alpha");
const { target: OWN, token: TOKEN } = HOOK;

test.for([
  ["its letters changed", (target: string) => target.toLowerCase(), "in other letters"],
  ["decoded", (target: string) => target.replace("%2F", "/"), "In%2FOut decoded"],
  ["decoded in the query", (target: string) => target.replace("%26", "&"), "m=A%26b decoded"],
  ["escaped again", (target: string) => target.replace("%2F", "%252F"), "In%2FOut escaped again"],
  ["without its query", (target: string) => target.replace(/\?.*/, ""), `T=${TOKEN}, m=A%26b, c missing`],
  [
    "in another order",
    (target: string) => target.replace(/T=(.*)&m=A%26b;c/, "m=A%26b;c&T=$1"),
    "its parts in another order",
  ],
  [
    "with a double slash",
    (target: string) => target.replace("/cc", "//cc"),
    "its parts repeated, or separated otherwise",
  ],
  [
    "with a card number in its path",
    (target: string) => target.replace("/In", `/${CARD}/In`),
    "[16 digits] added",
  ],
  [
    "with a card number in its query",
    (target: string) => `${target}&pan=${CARD}`,
    "[3 letters], [16 digits] added",
  ],
  [
    "with a card number behind the token",
    (target: string) => target.replace(`${TOKEN}?`, `${TOKEN}${CARD}?`),
    `${TOKEN} within something else; [16 digits] added`,
  ],
  [
    "with an escaped card number",
    (target: string) => `${target}&x=${CARD.replaceAll(/./g, "%3$&")}`,
    "[1 letter], [48 characters] added",
  ],
  ["to the root", () => "/", "missing"],
  [
    "to another path",
    () => `/hooks/${CARD}?otp=730194`,
    "[5 letters], [16 digits], [3 letters], [6 digits] added",
  ],
] as const)("%s", ([, change, told]) => {
  const target = change(OWN);
  expect(howMangled(OWN, target)).toContain(told);
  expect(`${howMangled(OWN, target)} ${shownTarget(target, [HOOK.url])}`).not.toMatch(
    new RegExp(`${CARD}|730194|%34`),
  );
});

test("what was registered is shown as it came, however it is escaped, and as what it is", () => {
  for (const target of [OWN, OWN.toLowerCase(), encodeURIComponent(OWN), `https://hooks.example${OWN}`])
    expect(shownTarget(target, [HOOK.url])).toBe(target);
  expect(howMangled(OWN, OWN.replaceAll("%2F", "%2f"))).not.toContain("added");
  expect(howMangled(OWN, OWN)).toBe("as it was registered");
});

test("wherever a sender puts a number, and whatever else it changes, it is not shown", () => {
  const numbers = fc.constantFrom(CARD, "730194", "4111%201111%201111%201111", "4111-1111-1111-1111");
  const before = fc.constantFrom("", "/", "?", "&pan=", ";", "=", "\u0130\u0130", "%2F", "#", "x", TOKEN);
  const change = fc.constantFrom(
    (target: string) => target,
    (target: string) => target.toLowerCase(),
    (target: string) => target.replaceAll("%", "%25"),
    encodeURIComponent,
    (target: string) => withoutEscapes(target),
  );
  fc.assert(
    fc.property(fc.nat(OWN.length), before, numbers, before, change, (at, left, number, right, changed) => {
      const target = changed(`${OWN.slice(0, at)}${left}${number}${right}${OWN.slice(at)}`);
      const shown = `${shownTarget(target, [HOOK.url])} ${howMangled(OWN, target)}`.replaceAll(
        new RegExp(TOKEN, "gi"),
        "",
      );
      expect(shown).not.toMatch(/4111|1111|730194/);
    }),
  );
});
