import type { StoredCheck } from "../stored/run-result.ts";
import { followersText } from "./root-failures.ts";

/** One fact about a failed, warned or errored check. */
export interface FindingFact {
  readonly name: string;
  readonly text: string;
  /** It is a sentence of the suite, and not a value of the target. */
  readonly isProse: boolean;
}

/** Names of facts that are sentences of the suite. */
const PROSE = ["expected", "differs", "heard in", "reason", "waived", "explains"];

/**
 * Everything that explains a check, in the order of reading. Its texts are as the target wrote them.
 * @param all the checks of the run, to find those that it explains
 */
export function findingFacts(check: StoredCheck, all: readonly StoredCheck[]): readonly FindingFact[] {
  const { violation, reason, counterexample, pin, waiver, replay } = check;
  return Object.entries({
    expected: violation?.expected,
    actual: violation?.actual,
    differs: violation?.difference,
    input: counterexample,
    "heard in": violation?.during && `the answers to ${violation.during}`,
    reason: violation === undefined ? reason : undefined,
    "pinned by": pin && `${pin.file}:${pin.line}`,
    waived: waiver && `until ${waiver.expires}, by ${waiver.owner}: ${waiver.reason}`,
    explains: followersText(check, all),
    replay,
  }).flatMap(([name, text]) => (text === undefined ? [] : [{ name, text, isProse: PROSE.includes(name) }]));
}

/** `§2.2, §8` */
export function sectionsText(sections: readonly string[]): string {
  return sections.map((section) => `§${section}`).join(", ");
}
