import type { CheckResult } from "../../engine/result.ts";
import { reasonOf } from "../../engine/reason-of.ts";
import { clipMiddle } from "../../text/clip.ts";
import { sectionsText } from "../../reporters/terminal/finding-lines.ts";
import { terminalText } from "../../text/terminal-text.ts";

const MAX_SIDE_CHARS = 600;

/** A failure for a test runner: the requirement and its sections, the actual answer, and the command that reproduces it. */
export function failureText(result: CheckResult, replay: string | undefined): string {
  const { text, level, sections, violation, counterexample } = result;
  const facts = Object.entries({
    expected: violation?.expected,
    actual: violation?.actual,
    input: counterexample,
    reason: violation === undefined ? reasonOf(result) : undefined,
    replay,
  });
  return [
    `${text} (${level}, ${sectionsText(sections)})`,
    ...facts.flatMap(([name, fact]) =>
      fact === undefined ? [] : `${name.padEnd(9)} ${terminalText(clipMiddle(fact, MAX_SIDE_CHARS))}`,
    ),
  ].join("\n");
}
