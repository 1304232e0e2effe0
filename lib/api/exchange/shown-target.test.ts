import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shownTarget } from "./shown-target.ts";

const CARD = "4111111111111111";
const TOKEN = "Ab12Cd34Ef56Ab78Cd90Ef12Ab34Cd56";
const OWN = `/cc-0123456789/In%2FOut;v=1/${TOKEN}?T=${TOKEN}&m=A%26b;c`;
const ADDRESS = `https://hooks.example${OWN}`;

test("what was registered is shown as it came, however it is escaped", () => {
  for (const target of [OWN, OWN.toLowerCase(), encodeURIComponent(OWN), ADDRESS])
    expect(shownTarget(target, [ADDRESS])).toBe(target);
});

test("wherever a sender puts a number, and whatever else it changes, it is not shown", () => {
  const numbers = fc.constantFrom(CARD, "730194", "4111%201111%201111%201111", "4111-1111-1111-1111");
  const before = fc.constantFrom("", "/", "?", "&pan=", ";", "=", "\u0130\u0130", "%2F", "#", "x", TOKEN);
  const change = fc.constantFrom(
    (target: string) => target,
    (target: string) => target.toLowerCase(),
    (target: string) => target.replaceAll("%", "%25"),
    encodeURIComponent,
    (target: string) =>
      target.replaceAll(/%[\da-f]{2}/gi, (escape) =>
        String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
      ),
  );
  fc.assert(
    fc.property(fc.nat(OWN.length), before, numbers, before, change, (at, left, number, right, changed) => {
      const whole = `${OWN.slice(0, at)}${left}${number}${right}${OWN.slice(at)}`;
      expect(shownTarget(changed(whole), [ADDRESS]).replaceAll(new RegExp(TOKEN, "gi"), "")).not.toMatch(
        /4111|1111|730194/,
      );
    }),
  );
});
