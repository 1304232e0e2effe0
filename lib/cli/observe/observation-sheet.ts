import { canonicalText } from "../../engine/plain.ts";
import { keepsPin } from "../../engine/keeps-pin.ts";
import type { RunResult } from "../../reporters/run-result.ts";
import type { Paint } from "../../reporters/terminal/palette.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { ObservationResult } from "../../engine/result.ts";
import { valueLines } from "../../reporters/text/value-lines.ts";

/** Prints what a target does where the document is silent, section by section, for a terminal. */
export function observationSheet(
  result: RunResult,
  pins: Readonly<Record<string, unknown>>,
  paint: Paint,
): string[] {
  const { target, observations, requests, reason } = result;
  const facts = [target.name, target.baseUrl, target.authMode, `${requests.sent} requests`];
  const sections = Map.groupBy(observations, ({ sections: [first] }) => first ?? "");
  const ordered = [...sections].toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  return [
    facts.map((fact) => terminalText(fact)).join(" · "),
    ...(reason === undefined ? [] : [terminalText(reason)]),
    ...ordered.flatMap(([section, own]) => [
      "",
      paint("bold", `§${section}`),
      ...own.flatMap((one) => entry(one, pins, paint)),
    ]),
    "",
    sum(observations),
  ];
}

function entry(
  { requirement, text, value, reason }: ObservationResult,
  pins: Readonly<Record<string, unknown>>,
  paint: Paint,
): string[] {
  const title = `  ${requirement}  ${paint("dim", text)}`;
  if (value === undefined) {
    const why = terminalText(reason ?? "no reason given", { keepLines: true }).split("\n")[0] ?? "";
    return [title, paint("dim", `      not observed: ${why}`)];
  }
  const pinned = Object.hasOwn(pins, requirement) ? pinLine(pins[requirement], value, paint) : [];
  return [title, ...valueLines(value).map((line) => `      ${terminalText(line)}`), ...pinned];
}

function pinLine(pin: unknown, value: unknown, paint: Paint): string[] {
  if (keepsPin(pin, value)) return [paint("green", "      pinned, and it matches")];
  return [paint("red", `      pinned otherwise: ${terminalText(canonicalText(pin))}`)];
}

function sum(observations: readonly ObservationResult[]): string {
  const seen = observations.filter(({ value }) => value !== undefined);
  const stable = seen.filter(({ value }) => canonicalText(value).includes('"stable":true'));
  return `${seen.length} of ${observations.length} observed, ${seen.length - stable.length} of them vary.`;
}
